import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { StatementContent } from '@dolphin/domain/verification/statement'
import { fileEnding, fileKind, PDF_FILE, PNG_FILE } from './file-kind.ts'
import { readStatementCsv } from './read-csv.ts'
import { type CleanPicture, cleanPng, type PngProblem } from './read-png.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'
import { textEncoding } from './text-encoding.ts'

export type StatementType = 'csv' | 'png' | 'pdf'

export interface StatementFile {
  readonly fileName: string
  readonly bytes: Uint8Array
  /** What the portfolio takes. */
  readonly types: readonly StatementType[]
  readonly today: LocalDate
}

/**
 * What a file is. `quarantine`: it may be a statement, but nothing here can tell; a person opens it on a machine made
 * for that. `unsupported` and `unreadable`: not kept, the messages say what to do.
 */
export type Inspection =
  | { readonly verdict: 'csv'; readonly content: StatementContent }
  | { readonly verdict: 'png'; readonly picture: CleanPicture }
  | { readonly verdict: 'quarantine'; readonly why: QuarantineReason }
  | { readonly verdict: 'unsupported' | 'unreadable'; readonly messages: readonly string[] }

export type QuarantineReason = 'pdf' | 'bytesBehindEnd' | 'unknownContent'

/** Judges a file by its bytes, its name and by reading it whole; the three must agree. Source: ASVS 5.2.2. */
export async function inspectStatement({
  fileName,
  bytes,
  types,
  today,
}: StatementFile): Promise<Inspection> {
  const ending = fileEnding(fileName)
  const named = types.find((type) => type === ending)
  if (named === undefined) return unsupported(chooseText(types))
  if (bytes.length === 0) return unreadable('This file is empty. Choose another one.')
  if (bytes.length > STATEMENT_LIMITS.bytes)
    return unreadable('This file is larger than 10 MB. Send a smaller one.')
  const found = fileKind(bytes)
  if (found === PNG_FILE && named === 'png') return inspectPng(bytes)
  if (found === PDF_FILE && named === 'pdf') return { verdict: 'quarantine', why: 'pdf' }
  if (found !== undefined) {
    return unsupported(`This file is ${found}, although its name ends in .${named}. ${chooseText(types)}`)
  }
  const encoding = textEncoding(bytes)
  if (named === 'csv' && encoding !== undefined) {
    const read = await readStatementCsv(bytes, encoding, today)
    return read.ok ? { verdict: 'csv', content: read.value } : { verdict: 'unreadable', messages: read.error }
  }
  if (encoding !== undefined) {
    return unsupported(`This file is text, although its name ends in .${named}. ${chooseText(types)}`)
  }
  return { verdict: 'quarantine', why: 'unknownContent' }
}

const PNG_TEXTS: Readonly<Record<Exclude<PngProblem, 'bytesBehindEnd'>, string>> = {
  truncated: 'This picture is not complete. Save it again and send the new file.',
  tooManyPixels: 'This picture has more than 40 million points. Send a smaller one.',
  damaged: 'This picture is damaged. Save it again and send the new file.',
}

function inspectPng(bytes: Uint8Array): Inspection {
  const cleaned = cleanPng(bytes)
  if (typeof cleaned === 'object') return { verdict: 'png', picture: cleaned }
  if (cleaned === 'bytesBehindEnd') return { verdict: 'quarantine', why: cleaned }
  return unreadable(PNG_TEXTS[cleaned])
}

/** product.md §5, csvOrPngFile; csvPngOrPdfFile where the portfolio takes PDF. */
const chooseText = (types: readonly StatementType[]): string =>
  types.includes('pdf') ? 'Choose CSV, png or PDF file !' : 'Choose CSV or png file !'

const unsupported = (message: string): Inspection => ({ verdict: 'unsupported', messages: [message] })
const unreadable = (message: string): Inspection => ({ verdict: 'unreadable', messages: [message] })
