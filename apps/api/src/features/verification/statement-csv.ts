import { setImmediate as breathe } from 'node:timers/promises'
import {
  formatLocalDate,
  type LocalDate,
  localDate,
  parseLocalDate,
} from '@dolphin/domain/calendar/local-date'
import { daysInMonth } from '@dolphin/domain/calendar/local-date'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'

/** What was read of a statement. */
export interface StatementSummary {
  readonly rows: number
  readonly from: string
  readonly to: string
  /** Last digits of the account where the file names it. */
  readonly accountMasked: string | null
}

const MOST_ROWS = 100_000
const MOST_COLUMNS = 50
const LONGEST_FIELD = 1_000
const MOST_ERRORS = 5
/** Rows read before other requests get their turn. */
const ROWS_AT_ONCE = 2_000

/** Splits text into records (RFC 4180): commas or semicolons, quoted fields may hold both and line ends. */
function* recordsOf(text: string): Generator<{ readonly line: number; readonly fields: readonly string[] }> {
  const separator = (text.split('\n', 1)[0] ?? '').includes(';') ? ';' : ','
  let [at, line] = [0, 1]
  while (at < text.length) {
    const start = line
    const fields: string[] = []
    for (let more = true; more; ) {
      const field = text[at] === '"' ? quotedField(text, at) : plainField(text, at, separator)
      line += field.lines
      at = field.end
      if (fields.length < MOST_COLUMNS + 1) fields.push(field.value)
      more = text[at] === separator
      if (more) at += 1
    }
    if (text[at] === '\r') at += 1
    if (text[at] === '\n') at += 1
    // Anything else here is a quote in the middle of a field; the rest of the line belongs to no field.
    else while (at < text.length && text[at] !== '\n') at += 1
    line += 1
    if (fields.some((field) => field.trim() !== '')) yield { line: start, fields }
  }
}

interface Field {
  readonly value: string
  readonly end: number
  readonly lines: number
}

function plainField(text: string, from: number, separator: string): Field {
  let end = from
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1
  return { value: text.slice(from, Math.min(end, from + LONGEST_FIELD)), end, lines: 0 }
}

function quotedField(text: string, from: number): Field {
  let [end, lines] = [from + 1, 0]
  while (end < text.length) {
    if (text[end] === '"' && text[end + 1] !== '"') break
    if (text[end] === '\n') lines += 1
    end += text[end] === '"' ? 2 : 1
  }
  const value = text.slice(from + 1, Math.min(end, from + LONGEST_FIELD)).replaceAll('""', '"')
  return { value, end: Math.min(end + 1, text.length), lines }
}

interface Columns {
  readonly date: number
  readonly amounts: readonly number[]
  readonly account: number
}

const DATE_NAMES: readonly string[] = ['date', 'posting date', 'post date', 'posted date', 'transaction date']
const AMOUNT_NAMES: readonly string[] = [
  'amount',
  'debit',
  'credit',
  'withdrawals',
  'deposits',
  'withdrawal',
  'deposit',
]
const ACCOUNT_NAMES: readonly string[] = ['account', 'account number', 'account no', 'account #']

function columnsOf(header: readonly string[]): Columns | undefined {
  const names = header.map((name) => name.trim().toLowerCase())
  const date = names.findIndex((name) => DATE_NAMES.includes(name))
  const amounts = names.flatMap((name, at) => (AMOUNT_NAMES.includes(name) ? [at] : []))
  const account = names.findIndex((name) => ACCOUNT_NAMES.includes(name))
  return date < 0 || amounts.length === 0 ? undefined : { date, amounts, account }
}

/** "2026-03-02", "3/2/2026" or "03/02/26". */
function dateOf(text: string): LocalDate | undefined {
  const iso = parseLocalDate(text)
  if (iso !== undefined) return iso
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(text)
  if (match === null) return undefined
  const [month, day] = [Number(match[1]), Number(match[2])]
  const year = (match[3]?.length === 2 ? 2_000 : 0) + Number(match[3])
  const exists = month >= 1 && month <= 12 && year >= 1_900 && day >= 1 && day <= daysInMonth(year, month)
  return exists ? localDate(year, month, day) : undefined
}

/** "1,234.50", "-12", "($45.00)"; empty where debit and credit have columns of their own. */
const AMOUNT = /^[(+-]{0,2}\$?-?\d{1,3}(?:,?\d{3}){0,4}(?:\.\d{1,2})?\)?$/

/**
 * Reads a bank's CSV: a header that names a date and an amount column, then one row for each transaction. Refused
 * with the lines that cannot be read, at most five of them, each saying what to do.
 */
export async function readStatementCsv(
  bytes: Uint8Array,
  today: LocalDate,
): Promise<Outcome<StatementSummary, readonly string[]>> {
  const text = new TextDecoder('utf-8', { ignoreBOM: false }).decode(bytes)
  let columns: Columns | undefined
  const errors: string[] = []
  const seen = { rows: 0, from: today, to: localDate(1900, 1, 1), account: '' }
  for (const { line, fields } of recordsOf(text)) {
    if (columns === undefined) {
      columns = columnsOf(fields)
      if (columns === undefined) return refused(['The first line must name a Date and an Amount column.'])
      continue
    }
    seen.rows += 1
    if (seen.rows > MOST_ROWS)
      return refused([`The file has more than ${MOST_ROWS} rows. Send the last 90 days.`])
    const problem = readRow(fields, columns, seen, today)
    if (problem !== undefined) errors.push(`Line ${line}: ${problem}`)
    if (errors.length === MOST_ERRORS) return refused(errors)
    if (seen.rows % ROWS_AT_ONCE === 0) await breathe()
  }
  if (errors.length > 0) return refused(errors)
  if (seen.rows === 0) return refused(['The file has no transactions. Download it again from your bank.'])
  const { rows, from, to, account } = seen
  const accountMasked = account === '' ? null : `••••${account.slice(-4)}`
  return ok({ rows, from: formatLocalDate(from), to: formatLocalDate(to), accountMasked })
}

function readRow(
  fields: readonly string[],
  { date: dateColumn, amounts, account }: Columns,
  seen: { from: LocalDate; to: LocalDate; account: string },
  today: LocalDate,
): string | undefined {
  if (fields.length > MOST_COLUMNS) return `more than ${MOST_COLUMNS} columns.`
  const date = dateOf((fields[dateColumn] ?? '').trim())
  if (date === undefined) return 'the date cannot be read. Use dates like 2026-03-02 or 03/02/2026.'
  if (date > today) return 'the date lies in the future.'
  const given = amounts.map((at) => (fields[at] ?? '').trim()).filter((amount) => amount !== '')
  if (given.length === 0 || !given.every((amount) => AMOUNT.test(amount))) {
    return 'the amount cannot be read. Use amounts like 1234.50 or -1234.50.'
  }
  if (date < seen.from) seen.from = date
  if (date > seen.to) seen.to = date
  const digits = (account < 0 ? '' : (fields[account] ?? '')).replace(/\D/g, '')
  if (digits.length >= 4) seen.account = digits
  return undefined
}
