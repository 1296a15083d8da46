import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { StatementContent } from '@dolphin/domain/verification/statement'
import { type AnswerProblem, answerProblems, type ColumnAnswer, columnsOfAnswer } from './column-answer.ts'
import { readAnswerProblems } from './answer-check.ts'
import { columnsOf, columnsOfRow, type StatementColumns } from './csv-columns.ts'
import { type CsvRecord, csvRecords, TOO_LONG } from './csv-records.ts'
import { contentOf, refusalOf } from './statement-content.ts'
import { readTable } from './read-table.ts'
import { isCardFile, withSides } from './side-doubt.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'
import { questionOf, type TableQuestion, tableBody } from './table-question.ts'
import type { TextEncodingName } from './text-encoding.ts'

/** What a table is: read, or which of its columns is which has to be asked, or refused. */
export type TableReading =
  | { readonly kind: 'read'; readonly content: StatementContent }
  | { readonly kind: 'asked'; readonly question: TableQuestion }
  | { readonly kind: 'answerRefused'; readonly problems: readonly AnswerProblem[] }
  | { readonly kind: 'refused'; readonly messages: readonly Localized[] }

const NO_COLUMNS: Localized = {
  en: 'We found no dates and no amounts in this file. Download it again from your bank, as CSV.',
  es: 'No encontramos fechas ni montos en este archivo. Descárguelo de nuevo de su banco, en CSV.',
}
const CARD: Localized = {
  en: 'This is a credit card statement. Send the one of the checking or savings account that your pay goes to.',
  es: 'Este es un estado de tarjeta de crédito. Envíe el de la cuenta corriente o de ahorros donde recibe su pago.',
}

const refusedWith = (...messages: readonly Localized[]): TableReading => ({ kind: 'refused', messages })

/** Where the rows of a table begin, and what its columns hold. */
interface Table {
  readonly columns: StatementColumns
  readonly start: number
}

/**
 * Reads a statement as a table. The columns are those of a known layout, else those under usual headings, else those
 * that the borrower names in `answer`. Every row that is not blank is read, or skipped with a reason. Where too many
 * cannot be read, the file is refused with the list, for what is missing could be what matters.
 */
export async function readStatementCsv(
  bytes: Uint8Array,
  encoding: TextEncodingName,
  today: LocalDate,
  answer?: ColumnAnswer,
): Promise<TableReading> {
  const parsed = await csvRecords(bytes, encoding)
  if (!parsed.ok) return refusedWith(parsed.error)
  const records = parsed.value
  if (answer !== undefined) return readAnswered(records, today, answer)
  const table = findTable(records)
  if (table === undefined) return ask(records, undefined)
  if (records.length - table.start > STATEMENT_LIMITS.rows) return refusedWith(TOO_LONG)
  const rows = readTable(records, table.start, table.columns, today)
  if (isCardFile(table.columns, rows.lines)) return refusedWith(CARD)
  const refusal = refusalOf(rows)
  if (refusal !== undefined) return refusedWith(...refusal)
  const lines = withSides(table.columns, rows.lines)
  if (lines === undefined) return ask(records, table.columns)
  return { kind: 'read', content: contentOf({ ...rows, lines }, table.columns.layout?.bank ?? null) }
}

/** The first lines are searched for headings; a file without any is known by the look of its first row. */
function findTable(records: readonly CsvRecord[]): Table | undefined {
  const cells = records.map((record) => record.cells)
  const most = Math.min(cells.length, STATEMENT_LIMITS.rowsBeforeHeadings + 1)
  for (let at = 0; at < most; at += 1) {
    const below = cells.slice(at + 1, at + 1 + STATEMENT_LIMITS.rowsSampled)
    const columns = columnsOf(cells[at] ?? [], cells.slice(0, at), below)
    if (columns !== undefined) return { columns, start: at + 1 }
  }
  const columns = columnsOfRow(cells[0] ?? [])
  return columns && { columns, start: 0 }
}

function ask(records: readonly CsvRecord[], columns: StatementColumns | undefined): TableReading {
  const cells = records.map((record) => record.cells)
  const body = tableBody(cells)
  return body === undefined
    ? refusedWith(NO_COLUMNS)
    : { kind: 'asked', question: questionOf(cells, body, columns) }
}

function readAnswered(records: readonly CsvRecord[], today: LocalDate, answer: ColumnAnswer): TableReading {
  const body = tableBody(records.map(({ cells }) => cells))
  if (body === undefined) return refusedWith(NO_COLUMNS)
  const early = answerProblems(answer)
  if (early.length > 0) return { kind: 'answerRefused', problems: early }
  const columns = columnsOfAnswer(answer, body.names)
  const rows = readTable(records, body.start, columns, today)
  const problems = readAnswerProblems(answer, columns, rows, records.slice(body.start))
  if (problems.length > 0) return { kind: 'answerRefused', problems }
  if (isCardFile(columns, rows.lines)) return refusedWith(CARD)
  const refusal = refusalOf(rows)
  return refusal === undefined ? { kind: 'read', content: contentOf(rows, null) } : refusedWith(...refusal)
}
