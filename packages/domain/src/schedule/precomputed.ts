import { assert } from '../assert.ts'
import { daysBetween } from '../calendar/local-date.ts'
import { type Cents, cents, divideHalfUp, max, ZERO_CENTS } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'
import type { Installment } from './installment.ts'
import type { PeriodicTerms } from './periodic.ts'

/** What is left of a precomputed loan: so many equal payments, at the contract's rate for one period. */
export interface RemainingPayments {
  readonly payment: Cents
  readonly unitRate: Rational
  readonly count: number
}

/**
 * Present value of the remaining payments at the contract rate, half-up to cents: the payoff on a due date. The
 * payments less it are the charge not yet earned, given back on prepayment: the actuarial rebate. The Rule of 78
 * (15 USC 1615 forbids it on long terms) always gives back less.
 */
export function presentValue({ payment, unitRate, count }: RemainingPayments): Cents {
  assert(count >= 0, 'payments left are counted from zero')
  const { numerator: a, denominator: b } = unitRate
  if (a === 0n) return cents(payment * BigInt(count))
  const grown = (a + b) ** BigInt(count)
  return cents(divideHalfUp(payment * b * (grown - b ** BigInt(count)), a * grown))
}

/**
 * The installments when the whole charge is fixed at the start: every payment is the same, and what is left after
 * each is the present value of those still to come, so that the schedule is its own actuarial rebate. The first
 * period's charge takes the rounding, but no charge is negative: near 0 % the last payment is a few cents larger.
 */
export function precomputedInstallments(terms: PeriodicTerms, payment: Cents): Installment[] {
  const { principal, unitRate, dates } = terms
  const leftAfter = dates.map((_, index) =>
    presentValue({ payment, unitRate, count: dates.length - index - 1 }),
  )
  const lacking = max(cents(principal - payment - (leftAfter[0] ?? ZERO_CENTS)), ZERO_CENTS)
  let balance = principal
  let previous = terms.effectiveDate
  return dates.map(({ nominalDate, dueDate }, index) => {
    const isLast = index === dates.length - 1
    const paid = isLast ? cents(payment + lacking) : payment
    const balanceAfter = isLast ? ZERO_CENTS : cents((leftAfter[index] ?? ZERO_CENTS) + lacking)
    const principalPaid = cents(balance - balanceAfter)
    const days = daysBetween(previous, dueDate)
    balance = balanceAfter
    previous = dueDate
    return {
      number: index + 1,
      nominalDate,
      dueDate,
      days,
      payment: paid,
      interest: cents(paid - principalPaid),
      principal: principalPaid,
      balanceAfter,
    }
  })
}
