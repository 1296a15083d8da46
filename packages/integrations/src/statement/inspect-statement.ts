import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { inEachLanguage, type Localized } from '@dolphin/domain/portfolios/localized'
import type { PdfUnread, StatementContent } from '@dolphin/domain/verification/statement'
import type { AnswerProblem, ColumnAnswer } from './column-answer.ts'
import { fileEnding, fileKind, PDF_FILE, PNG_FILE } from './file-kind.ts'
import { hasBytesBehindEnd, type PdfProblem, pdfTextLines } from './pdf-text-layer.ts'
import { readStatementCsv } from './read-csv.ts'
import { readPdfLines } from './read-pdf.ts'
import { type CleanPicture, cleanPng, type PngProblem } from './read-png.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'
import type { TableQuestion } from './table-question.ts'
import { textEncoding, type TextEncodingName, withoutFiller } from './text-encoding.ts'

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
 * What a file is. `pdf`: a person looks at it, with its rows beside it. `asked`: a table whose columns only its sender knows; `answerRefused`: what they said does not fit it.
 * `quarantine`: it may be a statement, but nothing here can tell; a person opens it on a machine made
 * for that. `unsupported` and `unreadable`: not kept, the messages say what to do.
 */
export type Inspection =
  | { readonly verdict: 'csv'; readonly content: StatementContent }
  | { readonly verdict: 'asked'; readonly question: TableQuestion }
  | { readonly verdict: 'answerRefused'; readonly problems: readonly AnswerProblem[] }
  | { readonly verdict: 'png'; readonly picture: CleanPicture }
  | { readonly verdict: 'pdf'; readonly reading: PdfReading }
  | { readonly verdict: 'quarantine'; readonly why: QuarantineReason }
  | { readonly verdict: 'unsupported' | 'unreadable'; readonly messages: readonly Localized[] }

export type QuarantineReason = 'bytesBehindEnd' | 'unknownContent'

/** The rows of a PDF, or why it shows none: its pages are pictures, or its text has no transactions. */
export type PdfReading =
  | { readonly content: StatementContent }
  | { readonly content: undefined; readonly unread: PdfUnread }

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
  if (found === PDF_FILE && named === 'pdf') return inspectPdf(file)
  if (found !== undefined) return unsupported(otherKindText(found, named, types))
  const text = withoutFiller(bytes)
  const encoding = textEncoding(text)
  if (named === 'csv' && encoding !== undefined) return inspectTable({ ...file, bytes: text }, encoding)
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
  tooManyBytes: {
    en: 'This picture is too large to read. Save it smaller, or with 8 bits of color, and send that.',
    es: 'Esta imagen es demasiado grande para leerla. Guárdela más pequeña o con 8 bits de color y envíe esa.',
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

const PDF_TEXTS: Readonly<Record<PdfProblem, Localized>> = {
  damaged: {
    en: 'This PDF is damaged or not complete. Download it again from your bank and send it as it is.',
    es: 'Este PDF está dañado o incompleto. Descárguelo de nuevo de su banco y envíelo sin cambios.',
  },
  locked: {
    en: 'This PDF needs a password. Save it without one, or print it to a new PDF, and send that.',
    es: 'Este PDF pide una contraseña. Guárdelo sin ella o imprímalo en un PDF nuevo y envíe ese.',
  },
  program: {
    en: 'This PDF contains a program, a form or another file. Download the statement again from your bank, or print it to a new PDF, and send that.',
    es: 'Este PDF contiene un programa, un formulario u otro archivo. Descargue de nuevo el estado de cuenta de su banco o imprímalo en un PDF nuevo y envíe ese.',
  },
  tooManyPages: {
    en: `This PDF has more than ${STATEMENT_LIMITS.pdfPages} pages. Send the last 90 days.`,
    es: `Este PDF tiene más de ${STATEMENT_LIMITS.pdfPages} páginas. Envíe los últimos 90 días.`,
  },
  hugePage: {
    en: `A page of this PDF is larger than ${STATEMENT_LIMITS.pdfPageInches} inches. Print it to letter size and send that.`,
    es: `Una página de este PDF mide más de ${STATEMENT_LIMITS.pdfPageInches} pulgadas. Imprímalo en tamaño carta y envíe ese.`,
  },
  hugePicture: {
    en: 'This PDF has a picture that is too large to read. Scan it with fewer points, and send that.',
    es: 'Este PDF tiene una imagen demasiado grande para leerla. Escanéelo con menos puntos y envíe ese.',
  },
  tooMuchText: {
    en: 'This PDF has more text than a statement. Send the last 90 days of one account.',
    es: 'Este PDF tiene más texto que un estado de cuenta. Envíe los últimos 90 días de una cuenta.',
  },
  tooMuchWork: {
    en: 'This PDF is built in a way that takes too long to read. Print it to a new PDF, or save it as a picture, and send that.',
    es: 'Este PDF está hecho de una forma que tarda demasiado en leerse. Imprímalo en un PDF nuevo o guárdelo como imagen y envíe eso.',
  },
}

async function inspectPdf({ bytes, today }: StatementFile): Promise<Inspection> {
  if (hasBytesBehindEnd(bytes)) return { verdict: 'quarantine', why: 'bytesBehindEnd' }
  const lines = await pdfTextLines(bytes)
  if (!lines.ok) return { verdict: 'unreadable', messages: [PDF_TEXTS[lines.error]] }
  const content = readPdfLines(lines.value, today)
  if (content !== undefined) return { verdict: 'pdf', reading: { content } }
  return { verdict: 'pdf', reading: { content, unread: lines.value.length === 0 ? 'noText' : 'noRows' } }
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
