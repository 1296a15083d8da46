import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents } from '../money/cents.ts'
import { accrueTo } from './accrue.ts'
import { applyEvent } from './apply-event.ts'
import type { AccountState, AccountTerms } from './loan-account.ts'
import { interestBetween } from './interest-accrual.ts'

/** Days from the one after `from` up to and with `to`. */
export interface DaySpan {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** The same days as spans that do not overlap, in order. */
export function merged(spans: readonly DaySpan[]): DaySpan[] {
  const apart: DaySpan[] = []
  for (const span of spans.toSorted((left, right) => left.from - right.from)) {
    const last = apart.at(-1)
    if (last !== undefined && span.from <= last.to) {
      if (span.to > last.to) apart[apart.length - 1] = { from: last.from, to: span.to }
    } else apart.push(span)
  }
  return apart
}

/**
 * Interest of the days by which the lender moved a payment, since the debt last accrued and up to a day: it is given
 * up. Zero where interest does not run by days. What is left is the interest of the other days, rounded half-up for
 * each stretch of them. Source: domain.md §14.
 */
export function lateInterest(terms: AccountTerms, state: AccountState, date: LocalDate): Cents {
  const { accrual, lateDays = [] } = terms
  if (accrual.method !== 'simpleDaily' || lateDays.length === 0) return cents(0n)
  let owed = 0n
  let from = state.accruedTo
  for (const span of merged(lateDays)) {
    if (span.to <= from || span.from >= date) continue
    owed += interestBetween(accrual, state.principal, from, span.from)
    from = span.to
  }
  owed += interestBetween(accrual, state.principal, from, date)
  const { interest } = accrueTo(terms, state, date)
  return interest > owed ? cents(interest - owed) : cents(0n)
}

/** The debt on a day with the interest of late days given up; the state itself where there is none. */
export function withoutLateInterest(terms: AccountTerms, state: AccountState, date: LocalDate): AccountState {
  const amount = lateInterest(terms, state, date)
  if (amount === 0n) return state
  return applyEvent(terms, state, { id: 'lateDays', kind: 'interestWaiver', date, amount }).after
}
