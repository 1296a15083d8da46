import { assert } from '../assert.ts'

/** An exact fraction; the denominator is positive. Rates are ratios: 260 % a year is 260/100. */
export interface Rational {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** The fraction numerator/denominator, as given (not reduced). The denominator must be positive. */
export function rational(numerator: bigint, denominator: bigint): Rational {
  assert(denominator > 0n, 'a fraction needs a positive denominator')
  return { numerator, denominator }
}

const DECIMAL = /^(-?)(\d{1,18})(?:\.(\d{1,18}))?$/

/** Reads a plain decimal ("2.60", "-0.5", "195") exactly; anything else is undefined. */
export function parseDecimal(text: string): Rational | undefined {
  const match = DECIMAL.exec(text)
  if (!match) return undefined
  const decimals = match[3] ?? ''
  const magnitude = BigInt(`${match[2]}${decimals}`)
  return { numerator: match[1] === '-' ? -magnitude : magnitude, denominator: 10n ** BigInt(decimals.length) }
}

/** Negative, zero or positive as left is below, equal to or above right. */
export function compareRational(left: Rational, right: Rational): number {
  const difference = left.numerator * right.denominator - right.numerator * left.denominator
  if (difference === 0n) return 0
  return difference < 0n ? -1 : 1
}
