import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, ZERO_CENTS } from '../money/cents.ts'
import { TransactionPurpose } from '../payments/codes.ts'
import { AFTER_SCHEDULE, type OverdueInstallment } from './arrears.ts'
import type { AccountState, AccountTerms } from './loan-account.ts'
import type { ComingPayment } from './next-payment.ts'
import { type PlannedPayment, projectPayments } from './projection.ts'

/** What no payment of the plan covers, in whole cents: a fee, interest of late days, a rest of rounding. */
export interface BeyondPlan {
  /** What is left of it after the last payment. */
  readonly atEnd: Cents
  /** The least that leaves nothing if it is paid on the day asked for. */
  readonly paidOn: Cents
}

/** Of a loan whose plan covers it. */
export const NOTHING_BEYOND: BeyondPlan = { atEnd: ZERO_CENTS, paidOn: ZERO_CENTS }

/** What lies beyond a plan follows from. */
export interface BeyondPlanFacts {
  readonly terms: AccountTerms
  readonly state: AccountState
  readonly today: LocalDate
  readonly coming: readonly ComingPayment[]
  /** What the payments to come leave. */
  readonly uncovered: Cents
  readonly overdue: readonly OverdueInstallment[]
  /** The day on which it would be paid. */
  readonly payOn: LocalDate
}

/**
 * What is owed beyond the plan: not past due, and in none of the payments to come. Once the schedule is over it is past
 * due itself, and lies beyond nothing. Pages and payments of what is due ask here. Source: domain.md §14.
 */
export function beyondPlan(facts: BeyondPlanFacts): BeyondPlan {
  const { coming, uncovered, overdue } = facts
  const isOver = overdue.some(({ number }) => number === AFTER_SCHEDULE)
  const isUndone = coming.some(({ purpose }) => purpose === TransactionPurpose.rescission)
  if (uncovered === 0n || isOver || isUndone) return NOTHING_BEYOND
  const atEnd = leftWith(facts, ZERO_CENTS)
  if (atEnd === 0n) return NOTHING_BEYOND
  let tooLittle = 0n
  let enough: bigint = atEnd
  while (enough - tooLittle > 1n) {
    const middle = (tooLittle + enough) / 2n
    if (leftWith(facts, cents(middle)) === 0n) enough = middle
    else tooLittle = middle
  }
  return { atEnd, paidOn: cents(enough) }
}

/** What is left after the last payment where what is past due is paid today, and so much besides on the day asked for. */
function leftWith({ terms, state, today, coming, overdue, payOn }: BeyondPlanFacts, besides: Cents): Cents {
  const collected = new Set(coming.map(({ number }) => number))
  const planned: PlannedPayment[] = [
    ...overdue
      .filter(({ number }) => !collected.has(number))
      .map(({ number, open }) => ({ number, dueDate: today, amount: open })),
    ...coming.map(({ dueDate, amount }, index) => ({ number: -1 - index, dueDate, amount })),
    // Nothing paid splits no span of days: each span rounds its interest by itself.
    ...(besides === 0n ? [] : [{ number: AFTER_SCHEDULE, dueDate: payOn, amount: besides }]),
  ]
  const byDay = planned.toSorted((left, right) => left.dueDate - right.dueDate)
  return projectPayments(terms, state, byDay).uncovered
}
