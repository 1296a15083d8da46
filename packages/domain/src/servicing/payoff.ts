import { assert } from '../assert.ts'
import { addDays, daysBetween, type LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, max, ZERO_CENTS } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'
import { accrueTo } from './accrue.ts'
import type { AccountState, AccountTerms } from './loan-account.ts'
import { interestBetween, interestOfDay } from './interest-accrual.ts'
import { lateInterest } from './late-days.ts'

/** What ends the debt when it is paid on a day. */
export interface PayoffFigures {
  readonly goodThrough: LocalDate
  readonly principal: Cents
  readonly unpaidInterest: Cents
  /** Interest of the days since the last accrual, net of coupon credits and of days that the lender was late. */
  readonly newInterest: Cents
  readonly days: number
  readonly fees: Cents
  /** Less what was overpaid; never below zero. */
  readonly total: Cents
  /** Interest of one more day, for information: a quote is never made of it. */
  readonly perDiem: Cents
  /** The same exact, in cents; quoted with four decimals of a dollar. */
  readonly dailyInterest: Rational
}

/**
 * The payoff good through a day: principal, interest accrued and still to accrue up to that day itself, fees.
 * Source: schedules.md §3 (sched-pub-4), domain.md §10.
 */
export function payoffOn(terms: AccountTerms, state: AccountState, date: LocalDate): PayoffFigures {
  assert(date >= state.accruedTo, 'a payoff is quoted for a day that is not over')
  const accrued = accrueTo(terms, state, date).interest
  const newInterest = cents(accrued - lateInterest(terms, state, date))
  const owed = cents(state.principal + state.unpaidInterest + newInterest + state.fees - state.overpaid)
  return {
    goodThrough: date,
    principal: state.principal,
    unpaidInterest: state.unpaidInterest,
    newInterest,
    days: daysBetween(state.accruedTo, date),
    fees: state.fees,
    total: max(owed, ZERO_CENTS),
    perDiem: interestBetween(terms.accrual, state.principal, date, addDays(date, 1)),
    dailyInterest: interestOfDay(terms.accrual, state.principal, addDays(date, 1)),
  }
}
