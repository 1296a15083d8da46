import type { ColumnAnswer } from './column-answer.ts'
import { isSideColumn, type StatementColumns } from './csv-columns.ts'
import { statementAmount, statementDate } from './csv-values.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/** A table whose columns the borrower is asked about. */
export type TableQuestion = {
  /** The layout is not known, or which amounts are money in. */
  readonly why: 'unknownLayout' | 'sideUnclear'
  /** What the file calls its columns; empty where it has no headings. */
  readonly names: readonly string[]
  /** The first rows with a date, each with as many cells as the widest. */
  readonly rows: readonly (readonly string[])[]
  /** Whether any amount that may be meant has a minus. */
  readonly hasMinus: boolean
  readonly guess: Partial<ColumnAnswer>
}

/** Where the rows of a table begin, and what stands right above them. */
export interface TableBody {
  readonly names: readonly string[]
  readonly start: number
}

type Records = readonly (readonly string[])[]

const isDay = (cell: string) => statementDate(cell) !== undefined
const isMoney = (cell: string) => statementAmount(cell) !== undefined

/** The first of the first rows that holds a day and money, with the row above it where that is as wide and holds neither. */
export function tableBody(records: Records): TableBody | undefined {
  const near = records.slice(0, STATEMENT_LIMITS.rowsBeforeHeadings + 1)
  const start = near.findIndex(
    (record) => record.some(isDay) && record.some((cell) => isMoney(cell) && !isDay(cell)),
  )
  if (start < 0) return undefined
  const above = records[start - 1] ?? []
  const isHeading =
    above.length === records[start]?.length && !above.some((cell) => isDay(cell) || isMoney(cell))
  return { start, names: isHeading ? above.map((cell) => cell.trim()) : [] }
}

/** What the page shows and what it proposes. `columns` are those that were found, where only the side is in doubt. */
export function questionOf(
  records: Records,
  body: TableBody,
  columns: StatementColumns | undefined,
): TableQuestion {
  const rows = records.slice(body.start, body.start + STATEMENT_LIMITS.rowsShown)
  const width = Math.max(body.names.length, ...rows.map((row) => row.length))
  const shown = rows.map((row) =>
    Array.from({ length: width }, (_, at) =>
      (row[at] ?? '').replace(/\s+/g, ' ').trim().slice(0, STATEMENT_LIMITS.cellCharactersShown),
    ),
  )
  const guess = columns === undefined ? guessOf(shown, width) : guessFrom(columns, shown)
  const isMinus = (cell: string, at: number) => at !== guess.balance && (statementAmount(cell) ?? 0n) < 0n
  return {
    why: columns === undefined ? 'unknownLayout' : 'sideUnclear',
    names: body.names.map((name) => name.slice(0, STATEMENT_LIMITS.cellCharactersShown)),
    rows: shown,
    hasMinus: records.slice(body.start).some((row) => row.some(isMinus)),
    guess,
  }
}

function guessFrom(
  { date, description, money, balance }: StatementColumns,
  rows: Records,
): Partial<ColumnAnswer> {
  const [day, text] = [date[0], description[0]]
  const side = (rows[0] ?? []).findIndex((_, at) => isSideColumn(at, rows))
  return {
    ...(day === undefined ? {} : { date: day }),
    ...(text === undefined ? {} : { description: text }),
    ...(money.kind === 'sides' ? {} : { amount: money.amount }),
    ...(balance === undefined ? {} : { balance }),
    ...(side < 0 ? {} : { side }),
  }
}

/** The first column of days, the longest of words, the first of money; of two of money the last is a balance. */
function guessOf(rows: Records, width: number): Partial<ColumnAnswer> {
  const cells = Array.from({ length: width }, (_, at) => rows.map((row) => row[at] ?? ''))
  const all = (at: number, is: (cell: string) => boolean) => {
    const filled = (cells[at] ?? []).filter((cell) => cell !== '')
    return filled.length > 0 && filled.every(is)
  }
  const places = [...cells.keys()]
  const date = places.find((at) => all(at, isDay))
  const money = places.filter((at) => all(at, (cell) => isMoney(cell) && !isDay(cell)))
  const side = places.find((at) => isSideColumn(at, rows))
  const words = places
    .filter((at) => at !== date && at !== side && !money.includes(at))
    .toSorted((a, b) => lengthOf(cells[b]) - lengthOf(cells[a]))[0]
  const [amount, balance] = [money[0], money[1]]
  return {
    ...(date === undefined ? {} : { date }),
    ...(words === undefined ? {} : { description: words }),
    ...(amount === undefined ? {} : { amount }),
    ...(balance === undefined ? {} : { balance }),
    ...(side === undefined ? {} : { side }),
  }
}

const lengthOf = (cells: readonly string[] | undefined): number =>
  (cells ?? []).reduce((total, { length }) => total + length, 0)
