import { RECORD_LENGTH } from './record-layout.ts'

/** A character beyond ASCII as UTF-8 writes it, each of its bytes read as a character. */
const ONE_CHARACTER = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}/g

/** The mark that some writers put before UTF-8, as its three bytes or as one character. */
const BYTE_ORDER_MARKS = ['\u00ef\u00bb\u00bf', '\ufeff']
/** What fills a block or ends a file behind its last line: zeros, and Control-Z of DOS. */
const BEHIND_END = new Set(['\0', '\u001a'])

function withoutMark(text: string): string {
  const mark = BYTE_ORDER_MARKS.find((one) => text.startsWith(one))
  return mark === undefined ? text : text.slice(mark.length)
}

function withoutEnd(text: string): string {
  let end = text.length
  while (end > 0 && (BEHIND_END.has(text[end - 1] ?? '') || text[end - 1]?.trim() === '')) end -= 1
  return text.slice(0, end)
}

/** Characters kept of a line that is far too long; the rest is only counted. */
const MOST_KEPT = 1_000

/**
 * Cuts text that comes in pieces into records of 94 characters: line ends of either kind or none at all, cut trailing
 * blanks restored, empty lines dropped, characters of several bytes (UTF-8) counted as one where a line is too long
 * without that. A byte order mark, and what fills the end of a file, are no part of it. Keeps at most one line. A longer line is cut, and its length is given beside the record.
 */
export class LineCutter {
  private rest = ''
  private dropped = 0
  private line = 0
  /** Undefined until enough is there to tell. */
  private isUnbroken: boolean | undefined
  private hasHeldReturn = false

  constructor(private readonly take: (record: string, line: number, length: number) => void) {}

  write(chunk: string): void {
    const text = this.withLineFeeds(chunk)
    if (this.isUnbroken === undefined) {
      this.rest += text
      this.decide(false)
    } else this.cut(text)
  }

  end(): void {
    if (this.hasHeldReturn) this.rest += '\n'
    this.decide(true)
    if (this.isUnbroken === true) {
      this.handOnUnlessEmpty(this.rest)
    } else if (this.rest !== '') this.takeLine(this.rest)
  }

  /** A carriage return at the end of a piece may be half a line end. */
  private withLineFeeds(chunk: string): string {
    let text = this.hasHeldReturn ? `\r${chunk}` : chunk
    this.hasHeldReturn = false
    if (!text.includes('\r')) return text
    if (text.endsWith('\r')) {
      this.hasHeldReturn = true
      text = text.slice(0, -1)
    }
    return text.replace(/\r\n?/g, '\n')
  }

  /** A file without line ends has its second record right behind the first; nothing else looks like that. */
  private decide(isAll: boolean): void {
    if (this.isUnbroken !== undefined) return
    this.rest = withoutMark(this.rest)
    const start = this.rest.slice(0, RECORD_LENGTH + 1)
    if (!isAll && start.length <= RECORD_LENGTH && !start.includes('\n')) return
    this.isUnbroken = !start.includes('\n') && /[59]$/.test(start) && start.length > RECORD_LENGTH
    const text = this.rest
    this.rest = ''
    this.cut(text)
  }

  private cut(text: string): void {
    if (this.isUnbroken === true) return this.cutByLength(text)
    let from = 0
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      this.takeLine(this.rest === '' ? text.slice(from, at) : this.rest + text.slice(from, at))
      this.rest = ''
      from = at + 1
    }
    this.rest += text.slice(from)
    if (this.rest.length <= MOST_KEPT) return
    this.dropped += this.rest.length - MOST_KEPT
    this.rest = this.rest.slice(0, MOST_KEPT)
  }

  private cutByLength(text: string): void {
    const all = this.rest + text
    let from = 0
    for (; from + RECORD_LENGTH <= all.length; from += RECORD_LENGTH) {
      this.handOnUnlessEmpty(all.slice(from, from + RECORD_LENGTH))
    }
    this.rest = all.slice(from)
  }

  private takeLine(written: string): void {
    const { dropped } = this
    const line = withoutMark(written)
    this.dropped = 0
    // Files set one behind the other without a line end between them.
    if (dropped === 0 && line.length > RECORD_LENGTH && line.length % RECORD_LENGTH === 0) {
      for (let from = 0; from < line.length; from += RECORD_LENGTH) {
        this.handOn(line.slice(from, from + RECORD_LENGTH))
      }
      return
    }
    const whole = withoutEnd(line)
    if (whole === '') this.line += 1
    else this.handOn(whole.length > RECORD_LENGTH ? whole.replace(ONE_CHARACTER, '?') : whole, dropped)
  }

  private handOnUnlessEmpty(text: string): void {
    const whole = withoutEnd(text)
    if (whole !== '') this.handOn(whole)
  }

  private handOn(text: string, dropped = 0): void {
    this.line += 1
    const record = text.length > RECORD_LENGTH ? text.slice(0, RECORD_LENGTH) : text.padEnd(RECORD_LENGTH)
    this.take(record, this.line, Math.max(RECORD_LENGTH, text.length + dropped))
  }
}
