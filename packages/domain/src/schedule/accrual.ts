import { assert } from '../assert.ts'
import { type Cents, cents, divideHalfUp } from '../money/cents.ts'
import type { Rational } from '../money/rational.ts'

/** The divisor of the year, in leap years too. */
export const DAYS_PER_YEAR = 365n

/**
 * Interest of so many days on outstanding principal, actual/365, half-up to cents at this accrual event (no
 * sub-cent carry). The rate is a yearly ratio: 260 % is 260/100. Source: schedule conventions, simple daily.
 */
export function dailyInterest(principal: Cents, annualRate: Rational, days: number): Cents {
  assert(days >= 0, 'interest accrues forwards')
  return cents(
    divideHalfUp(principal * annualRate.numerator * BigInt(days), annualRate.denominator * DAYS_PER_YEAR),
  )
}

/** The rate of one period of the year, exact. */
export const periodicRate = (annualRate: Rational, periodsPerYear: number): Rational => ({
  numerator: annualRate.numerator,
  denominator: annualRate.denominator * BigInt(periodsPerYear),
})

/** Interest of one period on outstanding principal, half-up to cents. */
export const periodInterest = (principal: Cents, rate: Rational): Cents =>
  cents(divideHalfUp(principal * rate.numerator, rate.denominator))
