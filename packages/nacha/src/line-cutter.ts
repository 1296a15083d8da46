import { MOST_FAULTS, type NachaError } from './nacha-error.ts'
import { RECORD_LENGTH } from './record-layout.ts'

/** Characters kept of a line that is far too long; the rest is only counted. */
const MOST_KEPT = 1_000

/**
 * Cuts text that comes in pieces into records of 94 characters: line ends of either kind or none at all, cut trailing
 * blanks restored, empty last lines dropped. Keeps at most one line.
 */
export class LineCutter {
  private rest = ''
  private dropped = 0
  private line = 0
  private firstEmpty: number | undefined
  /** Undefined until enough is there to tell. */
  private isUnbroken: boolean | undefined
  private hasHeldReturn = false

  constructor(
    private readonly take: (record: string, line: number) => void,
    private readonly faults: NachaError[],
  ) {}

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
      if (this.rest.trim() !== '') this.handOn(this.rest.trimEnd())
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
      this.handOn(all.slice(from, from + RECORD_LENGTH))
    }
    this.rest = all.slice(from)
  }

  private takeLine(line: string): void {
    const { dropped } = this
    this.dropped = 0
    if (line.length === RECORD_LENGTH && !line.startsWith(' ')) return this.handOn(line)
    const text = line.trimEnd()
    if (text === '') {
      this.line += 1
      this.firstEmpty ??= this.line
      return
    }
    const length = text.length + dropped
    if (length > RECORD_LENGTH) this.complain(length, this.line + 1)
    this.handOn(text.slice(0, RECORD_LENGTH))
  }

  /** Empty lines are a fault only when something follows them. */
  private handOn(text: string): void {
    if (this.firstEmpty !== undefined) this.complain(0, this.firstEmpty)
    this.firstEmpty = undefined
    this.line += 1
    this.take(text.length === RECORD_LENGTH ? text : text.padEnd(RECORD_LENGTH), this.line)
  }

  private complain(length: number, line: number): void {
    if (this.faults.length >= MOST_FAULTS) return
    const value = `${length} characters`
    this.faults.push({ record: 'file', field: 'record', value, problem: 'has 94', line })
  }
}
