import { addDays, type LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, max, ZERO_CENTS } from '../money/cents.ts'
import type { AccountEvent } from './account-event.ts'
import { type AccountTerms, replayAccount } from './loan-account.ts'
import { payoffOn } from './payoff.ts'

/** A payment that settled later than the day for which it was quoted. */
export interface LatePayment {
  /** Of its event. */
  readonly id: string
  readonly quotedFor: LocalDate
  readonly settledOn: LocalDate
  /** It was to pay all that was owed. */
  readonly isPayoff: boolean
}

/** Names the waiver while its amount is being found. */
const WAIVER = 'interest of the days too late'

/**
 * The interest that a debt has because a payment settled late by our own doing: waived on the day before it settled,
 * it leaves the debt that a payment on the quoted day would have left. What a payoff leaves, such as a fee charged in
 * between, bears no interest of the days since: it is principal by then, and would bear interest on that interest. Zero where it settled in time. In whole cents; the waiver is
 * an accrual event of its own, so its rounding is counted in. Source: domain.md §14, "a payoff's debit leaves later than
 * quoted".
 */
export function lateDebitInterest(
  terms: AccountTerms,
  events: readonly AccountEvent[],
  { id, quotedFor, settledOn, isPayoff }: LatePayment,
): { readonly amount: Cents; readonly date: LocalDate } {
  const date = addDays(settledOn, -1)
  if (settledOn <= quotedFor) return { amount: ZERO_CENTS, date }
  const asQuoted = events.map((event) => (event.id === id ? { ...event, date: quotedFor } : event))
  const { state } = replayAccount(terms, asQuoted)
  const wanted = isPayoff ? payoffOn(terms, state, state.accruedTo).total : owedOn(terms, asQuoted, settledOn)
  const leftWith = (amount: Cents): Cents =>
    owedOn(terms, [...events, { id: WAIVER, kind: 'interestWaiver', date, amount }], settledOn)
  const first = max(cents(leftWith(ZERO_CENTS) - wanted), ZERO_CENTS)
  return { amount: max(cents(first + leftWith(first) - wanted), ZERO_CENTS), date }
}

function owedOn(terms: AccountTerms, events: readonly AccountEvent[], date: LocalDate): Cents {
  const { state } = replayAccount(terms, events)
  return payoffOn(terms, state, date > state.accruedTo ? date : state.accruedTo).total
}
