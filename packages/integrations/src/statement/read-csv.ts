import { Readable } from 'node:stream'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, cents, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import type { BadRow, StatementContent, StatementLine } from '@dolphin/domain/verification/statement'
import { CsvError, type Info, parse } from 'csv-parse'
import { type ColumnKind, columnsOf, delimiterOf, type StatementColumns } from './csv-columns.ts'
import { implausibility, moneyOut, statementAmount, statementDate } from './csv-values.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'
import { type TextEncodingName, textPieces } from './text-encoding.ts'

interface Row extends StatementLine {
  readonly balance: Cents | null
}

type RawRecord = { readonly record: readonly string[]; readonly info: Info }
type RowProblem = { readonly kind: ColumnKind; readonly reason: string }

const NO_HEADINGS = 'The first line must name a Date and an Amount column.'
const NO_ROWS = 'The file has no transactions. Download it again from your bank.'
const TOO_WIDE = `A line is too long or has more than ${STATEMENT_LIMITS.columns} columns. Download the file again from your bank.`
const TOO_LONG = `The file has more than ${STATEMENT_LIMITS.rows} rows. Send the last 90 days.`

/**
 * Reads a statement as a table (RFC 4180 and what banks make of it), record by record, and stops at the first limit
 * passed. Some bad rows are listed; where they are more than one in twenty, the file is refused with the list, for
 * what is missing could be what matters.
 */
export async function readStatementCsv(
  bytes: Uint8Array,
  encoding: TextEncodingName,
  today: LocalDate,
): Promise<Outcome<StatementContent, readonly string[]>> {
  const reading = new Reading(today)
  const source = Readable.from(textPieces(bytes, encoding))
  const parser = source.pipe(
    parse({
      delimiter: delimiterOf([...firstPiece(bytes, encoding)].join('')),
      info: true,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      max_record_size: STATEMENT_LIMITS.recordCharacters,
    }),
  )
  try {
    for await (const one of parser) {
      const { record, info } = one as RawRecord
      const over = reading.take(record, info.lines)
      if (over !== undefined) return refused([over])
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return refused([error.code === 'CSV_MAX_RECORD_SIZE' ? TOO_WIDE : unreadable(error)])
  } finally {
    source.destroy()
    parser.destroy()
  }
  return reading.result()
}

function* firstPiece(bytes: Uint8Array, encoding: TextEncodingName): Generator<string> {
  for (const piece of textPieces(bytes.subarray(0, 4_096), encoding)) yield piece
}

const unreadable = ({ code }: CsvError): string =>
  code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'A quote is opened and never closed. Download the file again from your bank.'
    : 'The table cannot be read. Download the file again from your bank.'

/** One file as it is read: headings, rows, and what was wrong. */
class Reading {
  readonly #today: LocalDate
  readonly #rows: Row[] = []
  readonly #seen = new Set<string>()
  readonly #badRows: BadRow[] = []
  #columns: StatementColumns | undefined
  #before = 0
  #count = 0
  #bad = 0
  #duplicates = 0
  #accountTail: string | null = null

  constructor(today: LocalDate) {
    this.#today = today
  }

  /** Takes one record; the message of the limit that it passes, if any. */
  take(record: readonly string[], line: number): string | undefined {
    if (record.length > STATEMENT_LIMITS.columns) return TOO_WIDE
    if (record.every((field) => field.trim() === '')) return undefined
    if (this.#columns === undefined) {
      this.#columns = columnsOf(record)
      this.#before += 1
      return this.#columns === undefined && this.#before > STATEMENT_LIMITS.rowsBeforeHeadings
        ? NO_HEADINGS
        : undefined
    }
    this.#count += 1
    if (this.#count > STATEMENT_LIMITS.rows) return TOO_LONG
    this.#readRow(this.#columns, record, line)
    return undefined
  }

  #readRow(columns: StatementColumns, record: readonly string[], line: number): void {
    const read = readRow(columns, record, this.#today)
    if ('reason' in read) {
      this.#bad += 1
      if (this.#badRows.length < STATEMENT_LIMITS.badRowsReported) {
        const column = columns.names[columns.at[read.kind] ?? -1] ?? read.kind
        this.#badRows.push({ row: line, column, reason: read.reason })
      }
      return
    }
    const reference = fieldOf(columns, record, 'reference')
    if (this.#isRepeated(read, reference)) return
    this.#rows.push(read)
    const digits = fieldOf(columns, record, 'account').replace(/\D/g, '')
    if (digits.length >= 4) this.#accountTail = digits.slice(-4)
  }

  /** Equal rows are different transactions, unless the bank's own reference is the same. */
  #isRepeated({ date, amount, description, balance }: Row, reference: string): boolean {
    if (reference === '') return false
    const key = [date, amount, description, balance, reference].join('\u0000')
    if (!this.#seen.has(key)) {
      this.#seen.add(key)
      return false
    }
    this.#duplicates += 1
    return true
  }

  result(): Outcome<StatementContent, readonly string[]> {
    const [first] = this.#rows
    const last = this.#rows.at(-1)
    if (this.#columns === undefined) return refused([NO_HEADINGS])
    if (this.#bad * STATEMENT_LIMITS.rowsPerBadRow > this.#count) return refused(this.#problems())
    if (first === undefined || last === undefined) return refused([NO_ROWS])
    const newestFirst = first.date > last.date
    const ordered = newestFirst ? this.#rows.toReversed() : this.#rows
    const sorted = ordered.toSorted((a, b) => a.date - b.date)
    return ok({
      lines: sorted.map(({ date, amount, description }) => ({ date, amount, description })),
      from: sorted[0]?.date ?? first.date,
      to: sorted.at(-1)?.date ?? last.date,
      accountTail: this.#accountTail,
      closingBalance: closingOf(sorted),
      duplicates: this.#duplicates,
      badRows: this.#badRows,
      moreBadRows: this.#bad - this.#badRows.length,
    })
  }

  #problems(): readonly string[] {
    const more = this.#bad - this.#badRows.length
    return [...this.#badRows.map(badRowText), ...(more > 0 ? [`and ${more} more`] : [])]
  }
}

/** The last balance that is given, moved on by the lines after it: pending ones often have none. */
function closingOf(sorted: readonly Row[]): Cents | null {
  const at = sorted.findLastIndex(({ balance }) => balance !== null)
  const balance = sorted[at]?.balance ?? null
  if (balance === null) return null
  return cents(sorted.slice(at + 1).reduce((total, { amount }) => total + amount, BigInt(balance)))
}

/** "Row 12, column Date: …", for people. */
const badRowText = ({ row, column, reason }: BadRow): string => `Row ${row}, column ${column}: ${reason}`

const fieldOf = ({ at }: StatementColumns, record: readonly string[], kind: ColumnKind): string =>
  (at[kind] === undefined ? '' : (record[at[kind]] ?? '')).trim()

function readRow(columns: StatementColumns, record: readonly string[], today: LocalDate): Row | RowProblem {
  if (record.some((field) => field.length > STATEMENT_LIMITS.cellCharacters)) {
    return {
      kind: 'description',
      reason: `a cell has more than ${STATEMENT_LIMITS.cellCharacters} characters.`,
    }
  }
  const date = statementDate(fieldOf(columns, record, 'date'))
  if (date === undefined) {
    return { kind: 'date', reason: 'the date cannot be read. Use dates like 03/02/2026 or 2026-03-02.' }
  }
  const wrong = implausibility(date, today)
  if (wrong !== undefined) {
    return {
      kind: 'date',
      reason: wrong === 'future' ? 'the date lies in the future.' : 'the date is too long ago.',
    }
  }
  const amount = amountOf(columns, record)
  if (typeof amount === 'object') return amount
  const balance = statementAmount(fieldOf(columns, record, 'balance')) ?? null
  const description = fieldOf(columns, record, 'description').replace(/\s+/g, ' ')
  return { date, amount, description, balance }
}

const BAD_AMOUNT = 'the amount cannot be read. Use amounts like 1234.50 or -1234.50.'

function amountOf(columns: StatementColumns, record: readonly string[]): Cents | RowProblem {
  const text = fieldOf(columns, record, 'amount')
  if (text !== '') {
    const amount = statementAmount(text)
    if (amount === undefined) return { kind: 'amount', reason: BAD_AMOUNT }
    return /^(debit|dr|withdrawal)$/i.test(fieldOf(columns, record, 'details')) ? moneyOut(amount) : amount
  }
  const [debit, credit] = [fieldOf(columns, record, 'debit'), fieldOf(columns, record, 'credit')]
  const given =
    columns.at.amount === undefined ? (columns.at.debit === undefined ? 'credit' : 'debit') : 'amount'
  if (debit === '' && credit === '') return { kind: given, reason: 'the amount is missing.' }
  const out = debit === '' ? ZERO_CENTS : statementAmount(debit)
  const into = credit === '' ? ZERO_CENTS : statementAmount(credit)
  if (out === undefined) return { kind: 'debit', reason: BAD_AMOUNT }
  if (into === undefined) return { kind: 'credit', reason: BAD_AMOUNT }
  return cents(into + moneyOut(out))
}
