import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { inEachLanguage, type Localized } from '@dolphin/domain/portfolios/localized'
import type { StatementContent } from '@dolphin/domain/verification/statement'
import type { AnswerProblem, ColumnAnswer } from './column-answer.ts'
import { fileEnding, fileKind, PDF_FILE, PNG_FILE } from './file-kind.ts'
import { readStatementCsv } from './read-csv.ts'
import { type CleanPicture, cleanPng, type PngProblem } from './read-png.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'
import type { TableQuestion } from './table-question.ts'
import { textEncoding, type TextEncodingName } from './text-encoding.ts'

export type StatementType = 'csv' | 'png' | 'pdf'

export interface StatementFile {
  readonly fileName: string
  readonly bytes: Uint8Array
  /** What the portfolio takes. */
  readonly types: readonly StatementType[]
  readonly today: LocalDate
  /** Which column is which, where the borrower was asked. */
  readonly answer?: ColumnAnswer | undefined
}

/**
 * What a file is. `asked`: a table whose columns only its sender knows; `answerRefused`: what they said does not fit it.
 * `quarantine`: it may be a statement, but nothing here can tell; a person opens it on a machine made
 * for that. `unsupported` and `unreadable`: not kept, the messages say what to do.
 */
export type Inspection =
  | { readonly verdict: 'csv'; readonly content: StatementContent }
  | { readonly verdict: 'asked'; readonly question: TableQuestion }
  | { readonly verdict: 'answerRefused'; readonly problems: readonly AnswerProblem[] }
  | { readonly verdict: 'png'; readonly picture: CleanPicture }
  | { readonly verdict: 'quarantine'; readonly why: QuarantineReason }
  | { readonly verdict: 'unsupported' | 'unreadable'; readonly messages: readonly Localized[] }

export type QuarantineReason = 'pdf' | 'bytesBehindEnd' | 'unknownContent'

const words = (en: string, es: string): Localized => ({ en, es })
/** Judges a file by its bytes, its name and by reading it whole; the three must agree. Source: ASVS 5.2.2. */
export async function inspectStatement(file: StatementFile): Promise<Inspection> {
  const { fileName, bytes, types } = file
  const ending = fileEnding(fileName)
  const named = types.find((type) => type === ending)
  if (named === undefined) return unsupported(chooseText(types))
  if (bytes.length === 0)
    return unreadable('This file is empty. Choose another one.', 'Este archivo está vacío. Elija otro.')
  if (bytes.length > STATEMENT_LIMITS.bytes)
    return unreadable(
      'This file is larger than 10 MB. Send a smaller one.',
      'Este archivo pesa más de 10 MB. Envíe uno más pequeño.',
    )
  const found = fileKind(bytes)
  if (found === PNG_FILE && named === 'png') return inspectPng(bytes)
  if (found === PDF_FILE && named === 'pdf') return { verdict: 'quarantine', why: 'pdf' }
  if (found !== undefined) return unsupported(otherKindText(found, named, types))
  const encoding = textEncoding(bytes)
  if (named === 'csv' && encoding !== undefined) return inspectTable(file, encoding)
  if (encoding !== undefined) return unsupported(otherKindText(words('text', 'texto'), named, types))
  return { verdict: 'quarantine', why: 'unknownContent' }
}

async function inspectTable(
  { bytes, today, answer }: StatementFile,
  encoding: TextEncodingName,
): Promise<Inspection> {
  const reading = await readStatementCsv(bytes, encoding, today, answer)
  switch (reading.kind) {
    case 'read':
      return { verdict: 'csv', content: reading.content }
    case 'asked':
      return { verdict: 'asked', question: reading.question }
    case 'answerRefused':
      return { verdict: 'answerRefused', problems: reading.problems }
    case 'refused':
      return { verdict: 'unreadable', messages: reading.messages }
  }
}

const PNG_TEXTS: Readonly<Record<Exclude<PngProblem, 'bytesBehindEnd'>, Localized>> = {
  truncated: {
    en: 'This picture is not complete. Save it again and send the new file.',
    es: 'Esta imagen no está completa. Guárdela de nuevo y envíe el archivo nuevo.',
  },
  tooManyPixels: {
    en: 'This picture has more than 40 million points. Send a smaller one.',
    es: 'Esta imagen tiene más de 40 millones de puntos. Envíe una más pequeña.',
  },
  damaged: {
    en: 'This picture is damaged. Save it again and send the new file.',
    es: 'Esta imagen está dañada. Guárdela de nuevo y envíe el archivo nuevo.',
  },
}

function inspectPng(bytes: Uint8Array): Inspection {
  const cleaned = cleanPng(bytes)
  if (typeof cleaned === 'object') return { verdict: 'png', picture: cleaned }
  if (cleaned === 'bytesBehindEnd') return { verdict: 'quarantine', why: cleaned }
  return { verdict: 'unreadable', messages: [PNG_TEXTS[cleaned]] }
}

/** product.md §5, csvOrPngFile; csvPngOrPdfFile where the portfolio takes PDF. */
const chooseText = (types: readonly StatementType[]): Localized =>
  types.includes('pdf')
    ? words('Choose CSV, png or PDF file !', '¡Elija un archivo CSV, PNG o PDF!')
    : words('Choose CSV or png file !', '¡Elija un archivo CSV o PNG!')

const otherKindText = (found: Localized, named: StatementType, types: readonly StatementType[]): Localized =>
  inEachLanguage((locale) => {
    const choose = chooseText(types)[locale]
    return locale === 'en'
      ? `This file is ${found.en}, although its name ends in .${named}. ${choose}`
      : `Este archivo es ${found.es}, aunque su nombre termina en .${named}. ${choose}`
  })

const unsupported = (message: Localized): Inspection => ({ verdict: 'unsupported', messages: [message] })
const unreadable = (en: string, es: string): Inspection => ({
  verdict: 'unreadable',
  messages: [words(en, es)],
})
