import { assert } from '../assert.ts'
import { daysBetween, type LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, divideHalfUp } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'
import { periodInterest } from './accrual.ts'
import type { Installment, InstallmentDate } from './installment.ts'

/** A debt that bears the same interest every period, whatever its days. */
export interface PeriodicTerms {
  readonly principal: Cents
  /** Rate of one period. */
  readonly unitRate: Rational
  readonly effectiveDate: LocalDate
  readonly dates: readonly InstallmentDate[]
}

/**
 * The level payment P = A i / (1 - (1 + i)^-n), exact and then half-up to cents.
 * With i = a/b it is A a (a+b)^n / (b ((a+b)^n - b^n)); without interest A / n.
 */
export function annuityPayment(principal: Cents, unitRate: Rational, count: number): Cents {
  assert(count >= 1, 'a loan has at least one installment')
  const { numerator: a, denominator: b } = unitRate
  if (a === 0n) return cents(divideHalfUp(principal, BigInt(count)))
  const grown = (a + b) ** BigInt(count)
  return cents(divideHalfUp(principal * a * grown, b * (grown - b ** BigInt(count))))
}

/** The installments when each but the last is `payment` and the last is all that is left. */
export function periodicInstallments(terms: PeriodicTerms, payment: Cents): Installment[] {
  let principalLeft = terms.principal
  let previous = terms.effectiveDate
  return terms.dates.map(({ nominalDate, dueDate }, index) => {
    const interest = periodInterest(principalLeft, terms.unitRate)
    const isLast = index === terms.dates.length - 1
    const paid = isLast ? cents(principalLeft + interest) : payment
    const principal = cents(paid - interest)
    const days = daysBetween(previous, dueDate)
    principalLeft = cents(principalLeft - principal)
    previous = dueDate
    return {
      number: index + 1,
      nominalDate,
      dueDate,
      days,
      payment: paid,
      interest,
      principal,
      balanceAfter: principalLeft,
    }
  })
}
