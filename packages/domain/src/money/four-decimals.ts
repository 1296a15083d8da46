import { divideHalfUp } from './cents.ts'
import type { Rational } from './rational.ts'

/** Exact cents, zero or more, as dollars with four decimals, half-up: 36,000 / 73 cents are "4.9315". */
export function fourDecimals({ numerator, denominator }: Rational): string {
  const digits = divideHalfUp(numerator * 100n, denominator)
    .toString()
    .padStart(5, '0')
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`
}
