import { assert } from '../assert.ts'
import { type Cents, cents, divideHalfUp, max } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'
import type { Installment } from './installment.ts'
import { type PeriodicTerms, periodicInstallments } from './periodic.ts'

/**
 * The installments when the whole charge is fixed at the start: every payment is the same and the last one's
 * charge takes the rounding, but no charge is negative (near 0 % the last payment is a few cents larger).
 */
export function precomputedInstallments(terms: PeriodicTerms, payment: Cents): Installment[] {
  return periodicInstallments(terms, payment).map((installment) => {
    if (installment.number < terms.dates.length) return installment
    const last = max(payment, installment.principal)
    return { ...installment, payment: last, interest: cents(last - installment.principal) }
  })
}

/** What is left of a precomputed loan: so many equal payments, at the contract's rate for one period. */
export interface RemainingPayments {
  readonly payment: Cents
  readonly unitRate: Rational
  readonly count: number
}

/** Present value of the remaining payments at the contract rate, half-up to cents: the payoff on a due date. */
export function presentValue({ payment, unitRate, count }: RemainingPayments): Cents {
  assert(count >= 0, 'payments left are counted from zero')
  const { numerator: a, denominator: b } = unitRate
  if (a === 0n) return cents(payment * BigInt(count))
  const grown = (a + b) ** BigInt(count)
  return cents(divideHalfUp(payment * b * (grown - b ** BigInt(count)), a * grown))
}

/**
 * The charge not yet earned, given back on prepayment: remaining payments less their present value.
 * The actuarial rebate; the Rule of 78 (15 USC 1615 forbids it on long terms) always gives back less.
 */
export const actuarialUnearned = (remaining: RemainingPayments): Cents =>
  cents(remaining.payment * BigInt(remaining.count) - presentValue(remaining))
