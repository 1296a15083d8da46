import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { SkippedRow } from '@dolphin/domain/verification/statement'
import { columnsOf, type StatementColumns } from './csv-columns.ts'
import type { CsvRecord } from './csv-records.ts'
import { plainHeading } from './layouts/statement-layout.ts'
import { type ReadRow, readRow } from './read-row.ts'

/** Every row of a table, read or skipped. */
export interface TableRows {
  /** In the order of the file. */
  readonly lines: readonly ReadRow[]
  readonly skipped: readonly SkippedRow[]
  /** Last four digits of each account that is named. */
  readonly accountTails: readonly string[]
  /** Tables in the file: some banks write one for each account. */
  readonly tables: number
}

/** Reads the rows from `start` on; what stands above is skipped as such. */
export function readTable(
  records: readonly CsvRecord[],
  start: number,
  columns: StatementColumns,
  today: LocalDate,
): TableRows {
  const reading = new Reading(columns, today)
  for (const [at, { cells, line }] of records.entries()) {
    if (at >= start) reading.take(cells, line)
    else reading.skip(line, at === start - 1 && columns.names.length > 0 ? 'headings' : 'aboveTable')
  }
  const { lines, skipped, accountTails, tables } = reading
  return { lines, skipped, accountTails, tables }
}

const LEAST_DIGITS = 4

class Reading implements TableRows {
  readonly lines: ReadRow[] = []
  readonly skipped: SkippedRow[] = []
  tables = 1
  readonly #today: LocalDate
  readonly #seen = new Set<string>()
  readonly #tails = new Set<string>()
  #columns: StatementColumns

  constructor(columns: StatementColumns, today: LocalDate) {
    this.#columns = columns
    this.#today = today
  }

  get accountTails(): readonly string[] {
    return [...this.#tails]
  }

  skip(row: number, reason: SkippedRow['reason'], column: string | null = null): void {
    this.skipped.push({ row, reason, column })
  }

  take(cells: readonly string[], line: number): void {
    const read = readRow(this.#columns, cells, this.#today)
    if ('reason' in read) {
      if (this.#isHeadings(cells)) return this.skip(line, 'headings')
      return this.skip(line, read.reason, read.column)
    }
    if (this.#isRepeated(read, cells)) return this.skip(line, 'repeated')
    this.lines.push(read)
    const { account } = this.#columns
    const digits = account === undefined ? '' : (cells[account] ?? '').replace(/\D/g, '')
    if (digits.length >= LEAST_DIGITS) this.#tails.add(digits.slice(-LEAST_DIGITS))
  }

  /** The headings again, or those of another table below the first. */
  #isHeadings(cells: readonly string[]): boolean {
    const { names } = this.#columns
    const isSame =
      names.length > 0 && names.every((name, at) => plainHeading(name) === plainHeading(cells[at] ?? ''))
    const other = isSame ? this.#columns : columnsOf(cells, [], [])
    if (other === undefined) return false
    this.#columns = other
    this.tables += 1
    return true
  }

  /** Equal rows are different transactions, unless the bank's own reference is the same. */
  #isRepeated({ date, amount, description, balance }: ReadRow, cells: readonly string[]): boolean {
    const { reference } = this.#columns
    const own = reference === undefined ? '' : (cells[reference] ?? '').trim()
    if (own === '') return false
    const key = [date, amount, description, balance, own].join('\u0000')
    if (this.#seen.has(key)) return true
    this.#seen.add(key)
    return false
  }
}
