import { assert } from '../assert.ts'

declare const unit: unique symbol

/** US money in whole cents. Never a float, never dollars. */
export type Cents = bigint & { readonly [unit]: 'Cents' }

/** Names a whole number of cents as money. */
export const cents = (amount: bigint): Cents => amount as Cents

/** The same amount the other way round: what is owed becomes what is due back. */
export const negate = (amount: bigint): Cents => cents(0n - amount)

/** The amount without its sign. */
export const magnitude = (amount: bigint): Cents => (amount < 0n ? negate(amount) : cents(amount))

/** Nothing owed, nothing paid. */
export const ZERO_CENTS = cents(0n)

const WIRE = /^(-?)(0|[1-9]\d{0,12})\.(\d{2})$/

/**
 * Reads money as it stands on the wire: dollars, a point, two digits ("500.00", "-12.30").
 * Anything else ("500", "1,000.00", "-0.00", over 13 digits) is undefined.
 */
export function parseMoney(wire: string): Cents | undefined {
  const match = WIRE.exec(wire)
  if (!match) return undefined
  const amount = BigInt(`${match[2]}${match[3]}`)
  if (match[1] === '') return cents(amount)
  return amount === 0n ? undefined : negate(amount)
}

/** Writes money for the wire: "500.00". Exact; parseMoney reads it back. */
export function moneyToWire(amount: Cents): string {
  const digits = magnitude(amount).toString().padStart(3, '0')
  return `${amount < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Total of the amounts; zero for none. */
export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0n
  for (const amount of amounts) total += amount
  return cents(total)
}

/** The smaller amount. */
export const min = (left: Cents, right: Cents): Cents => (left < right ? left : right)

/** The larger amount. */
export const max = (left: Cents, right: Cents): Cents => (left > right ? left : right)

/**
 * Whole-number division rounded half-up: a half goes away from zero, so that a refund is the mirror of its
 * charge. The denominator must be positive.
 */
export function divideHalfUp(numerator: bigint, denominator: bigint): bigint {
  assert(denominator > 0n, 'a half-up division needs a positive denominator')
  const rounded = (2n * magnitude(numerator) + denominator) / (2n * denominator)
  return numerator < 0n ? -rounded : rounded
}
