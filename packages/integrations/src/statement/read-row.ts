import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, cents, magnitude, negate, ZERO_CENTS } from '@dolphin/domain/money/cents'
import type { SkipReason } from '@dolphin/domain/verification/skip-reason'
import type { StatementLine } from '@dolphin/domain/verification/statement'
import type { StatementColumns } from './csv-columns.ts'
import { implausibility, moneyOut, statementAmount, statementDate } from './csv-values.ts'
import { htmlDecoded } from './html-text.ts'
import { STATEMENT_LIMITS } from './statement-limits.ts'

/** A row that counts. */
export interface ReadRow extends StatementLine {
  readonly balance: Cents | null
}

/** Why a row does not count; the column is where what was wrong stands. */
export interface Skip {
  readonly reason: SkipReason
  readonly column: string | null
}

const BALANCE_ROW = /^(beginning|opening|starting|previous|closing|ending)\b.{0,20}\bbalance\b/i
const TOTAL_ROW = /^(grand |sub)?totals?\b/i
const PENDING = /^(pending|processing|hold)\b/i
const SCHEDULED = /^(scheduled|forecasted)\b/i

/** The cell at the first of these places that holds something. */
const firstOf = (record: readonly string[], places: readonly number[]): string =>
  places.map((at) => (record[at] ?? '').trim()).find((cell) => cell !== '') ?? ''

const cellAt = (record: readonly string[], at: number | undefined): string =>
  at === undefined ? '' : (record[at] ?? '').trim()

const skip = (reason: SkipReason, column: string | null = null): Skip => ({ reason, column })

/** The words of the columns that describe a row: what repeats a part of another is left out. */
function descriptionOf(record: readonly string[], places: readonly number[]): string {
  const words = places
    .map((at) =>
      htmlDecoded(record[at] ?? '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((text) => text !== '')
  const folded = words.map((text) => text.toLowerCase())
  const kept = words.filter(
    (_, at) => !folded.some((other, index) => index !== at && holds(other, folded[at] ?? '', index < at)),
  )
  return kept.join(' ').slice(0, STATEMENT_LIMITS.cellCharacters)
}

/** Of two equal texts the first is kept. */
const holds = (other: string, text: string, isBefore: boolean): boolean =>
  other === text ? isBefore : other.includes(text)

/** Reads one row below the headings: a line of the account, or why it is none. */
export function readRow(columns: StatementColumns, raw: readonly string[], today: LocalDate): ReadRow | Skip {
  if (raw.some((cell) => cell.length > STATEMENT_LIMITS.cellCharacters))
    return noMoneyRow(columns, raw) ?? skip('longCell', null)
  const record = withoutSurplus(columns, raw)
  const written = firstOf(record, columns.date)
  const description = descriptionOf(record, columns.description)
  const date = statementDate(written)
  const aside = notCounted(columns, record, { written, description, isDated: date !== undefined })
  if (aside !== undefined) return aside
  if (date === undefined) return skip('badDate', nameOf(columns, columns.date[0]))
  const amount = amountOf(columns, record)
  if (typeof amount === 'object') return amount
  if (amount === ZERO_CENTS) return skip('noAmount')
  const wrong = implausibility(date, today)
  if (wrong !== undefined)
    return skip(wrong === 'future' ? 'futureDate' : 'oldDate', nameOf(columns, columns.date[0]))
  const balance = statementAmount(cellAt(record, columns.balance)) ?? null
  return { date, amount, description, balance }
}

interface Seen {
  readonly written: string
  readonly description: string
  readonly isDated: boolean
}

/** Rows of a table that are not transactions, whatever their amounts say. */
function notCounted(
  columns: StatementColumns,
  record: readonly string[],
  { written, description, isDated }: Seen,
): Skip | undefined {
  const status = cellAt(record, columns.status?.at).toLowerCase()
  if (SCHEDULED.test(status) || SCHEDULED.test(written)) return skip('scheduled')
  if (PENDING.test(status) || PENDING.test(written)) return skip('pending')
  if (written === '' && /^pending$/i.test(description)) return skip('pending')
  if (BALANCE_ROW.test(description) || (!isDated && BALANCE_ROW.test(written))) return skip('balance')
  if (!isDated && record.some((cell) => TOTAL_ROW.test(cell.trim()))) return skip('total')
  if (!isDated) return noMoneyRow(columns, record)
  if (status !== '' && columns.status !== undefined && !columns.status.counted.has(status))
    return skip(status === 'true' || status === 'yes' ? 'pending' : 'notCompleted')
  const currency = cellAt(record, columns.currency)
  if (currency !== '' && currency !== 'USD') return skip('otherCurrency')
  const { notTransaction } = columns
  if (
    notTransaction !== undefined &&
    notTransaction.words.has(cellAt(record, notTransaction.at).toLowerCase())
  )
    return skip('noAmount')
  return undefined
}

/** Text around a table, such as a disclaimer under it: neither a date nor money. */
function noMoneyRow(columns: StatementColumns, record: readonly string[]): Skip | undefined {
  const { money } = columns
  const places = money.kind === 'sides' ? [money.out, money.in] : [money.amount]
  const isDated = statementDate(firstOf(record, columns.date)) !== undefined
  const hasMoney = places.some((at) => cellAt(record, at) !== '')
  return isDated || hasMoney ? undefined : skip('note')
}

const nameOf = ({ names }: StatementColumns, at: number | undefined): string =>
  (at === undefined ? undefined : names[at]) ?? String((at ?? 0) + 1)

/** An unquoted comma in a description pushes what follows to the right; the description is put together again. */
function withoutSurplus(columns: StatementColumns, record: readonly string[]): readonly string[] {
  const surplus = columns.names.length === 0 ? 0 : record.length - columns.names.length
  const at = columns.description[0]
  if (surplus <= 0 || at === undefined || columns.description.length !== 1) return record
  if (record.slice(-surplus).every((cell) => cell.trim() === '')) return record
  const text = record.slice(at, at + surplus + 1).join(',')
  return [...record.slice(0, at), text, ...record.slice(at + surplus + 1)]
}

function amountOf(columns: StatementColumns, record: readonly string[]): Cents | Skip {
  const { money } = columns
  if (money.kind === 'sides') return sidesAmount(columns, record, money.out, money.in)
  const written = cellAt(record, money.amount)
  if (written === '') return skip('noAmount')
  const amount = statementAmount(written)
  if (amount === undefined) return skip('badAmount', nameOf(columns, money.amount))
  if (money.kind === 'signed') return money.minus === 'out' ? amount : negate(amount)
  const side = cellAt(record, money.side).toLowerCase()
  if (money.out.has(side)) return moneyOut(amount)
  if (!money.in.has(side)) return skip('noSide', nameOf(columns, money.side))
  return magnitude(amount)
}

/** The filled side counts, whatever its sign; a zero is an empty side. */
function sidesAmount(
  columns: StatementColumns,
  record: readonly string[],
  outAt: number | undefined,
  inAt: number | undefined,
): Cents | Skip {
  const [out, into] = [cellAt(record, outAt), cellAt(record, inAt)]
  if (out === '' && into === '') return skip('noAmount')
  const left = out === '' ? ZERO_CENTS : statementAmount(out)
  const came = into === '' ? ZERO_CENTS : statementAmount(into)
  if (left === undefined) return skip('badAmount', nameOf(columns, outAt))
  if (came === undefined) return skip('badAmount', nameOf(columns, inAt))
  return cents(magnitude(came) + moneyOut(left))
}
