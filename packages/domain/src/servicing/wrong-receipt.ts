import { formatLocalDate, type LocalDate, parseLocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, sum } from '../money/cents.ts'
import type { AccountEvent } from './account-event.ts'
import { accrueTo } from './accrue.ts'
import type { DaySpan } from './late-days.ts'
import { type AccountTerms, replayAccount } from './loan-account.ts'

/** How the cause of a waiver begins that a receipt of ours on the wrong loan, or of the wrong amount, asks for. */
export const WRONG_RECEIPT_CAUSE = 'wrongReceipt/'
/** The same of a fee. */
export const WRONG_RECEIPT_FEE_CAUSE = 'wrongReceiptFee/'

/** Interest that is given up, and the days that it is of. */
export interface WrongReceiptWaiver extends DaySpan {
  readonly amount: Cents
}

/**
 * The interest of the days from a wrong posting to the notice, given up before every payment of those days and on the
 * last of them, so that a payment between paid none of it. `events` are those without the wrong receipt. In whole
 * cents: what interest rounds to, less that of the days before. Source: domain.md §14, "a receipt by hand was wrong".
 */
export function wrongReceiptWaivers(
  terms: AccountTerms,
  events: readonly AccountEvent[],
  { from, to }: DaySpan,
): WrongReceiptWaiver[] {
  const days = [...new Set([...events.map(({ date }) => date), to])]
    .filter((date) => date > from && date <= to)
    .toSorted((left, right) => left - right)
  const waivers: WrongReceiptWaiver[] = []
  for (const day of days) {
    const before = [...events.filter(({ date }) => date < day), ...waivers.map(eventOf)]
    const { state } = replayAccount(terms, before)
    const start = state.accruedTo > from ? state.accruedTo : from
    if (start >= day) continue
    const interest = accrueTo(terms, state, day).interest - accrueTo(terms, state, start).interest
    const amount = cents(interest - givenUpOn(events, day))
    if (amount > 0n) waivers.push({ from: start, to: day, amount })
  }
  return waivers
}

const eventOf = ({ to, amount }: WrongReceiptWaiver, index: number): AccountEvent => ({
  id: `${WRONG_RECEIPT_CAUSE}${index}`,
  kind: 'interestWaiver',
  date: to,
  amount,
  ofLateDays: true,
})

const givenUpOn = (events: readonly AccountEvent[], day: LocalDate): Cents =>
  sum(events.filter((one) => one.ofLateDays === true && one.date === day).map(({ amount }) => amount))

/** The cause under which such a waiver is stored: it names the receipt and the days. */
export const wrongReceiptCause = (transactionNo: string, { from, to }: DaySpan): string =>
  `${WRONG_RECEIPT_CAUSE}${transactionNo}/${formatLocalDate(from)}/${formatLocalDate(to)}`

/** The days of a stored cause; undefined of any other. */
export function wrongReceiptDays(cause: string): DaySpan | undefined {
  if (!cause.startsWith(WRONG_RECEIPT_CAUSE)) return undefined
  const [from, to] = cause.split('/').slice(-2).map(parseLocalDate)
  return from === undefined || to === undefined ? undefined : { from, to }
}
