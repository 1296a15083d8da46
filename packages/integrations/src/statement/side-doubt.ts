import { negate } from '@dolphin/domain/money/cents'
import type { StatementColumns } from './csv-columns.ts'
import { balanceFit, sideByBalance } from './balance-check.ts'
import type { ReadRow } from './read-row.ts'

/** Words of a bank for what goes out; none of them stands in a line of pay. */
const GOES_OUT =
  /\b(purchase|withdrawal|debit card|checkcard|pos debit|point of sale|atm|bill ?pay|web pmts?|nsf|overdraft|autopay|rent)\b/i
const COMES_IN = /\b(payroll|direct dep(osit)?|dir dep|deposit|salary)\b/i

/**
 * The rows with the right sign; undefined where the file does not tell it and the borrower has to. A running balance
 * settles it. Without one, a file of which the bank is not known is in doubt where what plainly goes out has no minus.
 */
export function withSides(
  columns: StatementColumns,
  rows: readonly ReadRow[],
): readonly ReadRow[] | undefined {
  if (columns.money.kind !== 'signed') return rows
  const side = sideByBalance(balanceFit(rows))
  if (side === 'turned') return rows.map((row) => ({ ...row, amount: negate(row.amount) }))
  if (side === 'asRead' || columns.layout !== null) return rows
  return side === 'neither' || isUnlikely(rows) ? undefined : rows
}

function isUnlikely(rows: readonly ReadRow[]): boolean {
  const isOut = ({ description }: ReadRow) => GOES_OUT.test(description) && !COMES_IN.test(description)
  const isIn = ({ description }: ReadRow) => COMES_IN.test(description) && !GOES_OUT.test(description)
  if (rows.every(({ amount }) => amount >= 0n)) return rows.some(isOut)
  return rows.some(isIn) && rows.filter(isIn).every(({ amount }) => amount < 0n)
}

/** Words that stand on the side of a card only. */
const CARD_ROW =
  /\bpayment[\s,-]*thank you\b|\bthank you[\s,-]*payment\b|\bautopay payment\b.*\bthank\b|\binterest charged? on purchases\b/i
/** A card's own payment that comes in. */
const CARD_PAID = /\bcapital one (autopay|mobile|online) p(y)?mt\b/i
const PAY = /\b(payroll|direct dep(osit)?|dir dep|salary)\b/i

/** Rows as only a credit card has them; a file with pay in it is none. */
export function isCardFile(columns: StatementColumns, rows: readonly ReadRow[]): boolean {
  const kind = columns.layout?.account
  if (kind === 'card' || kind === 'deposit') return kind === 'card'
  if (rows.some(({ amount, description }) => amount > 0n && PAY.test(description))) return false
  return rows.some(
    ({ amount, description }) => CARD_ROW.test(description) || (amount > 0n && CARD_PAID.test(description)),
  )
}
