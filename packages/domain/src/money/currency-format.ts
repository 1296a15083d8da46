import { type Cents, cents, divideHalfUp, magnitude } from './cents.ts'
import { parseDecimal } from './rational.ts'

/** What the currency format shows for something that is no amount. Source: product §8. */
const NOT_A_NUMBER = 'Not a Number !'

/** Money as people read it: "$1,234.50", negatives in parentheses "($1,234.50)". Source: product §9. */
export function formatCurrency(amount: Cents): string {
  const digits = magnitude(amount).toString().padStart(3, '0')
  const dollars = digits.slice(0, -2).replace(/\B(?=(\d{3})+$)/g, ',')
  const text = `$${dollars}.${digits.slice(-2)}`
  return amount < 0n ? `(${text})` : text
}

/**
 * Money as people read it, from what a form or an answer holds: dollars as a number or as plain decimal text
 * (half-up to cents), or cents as a bigint. Anything else shows "Not a Number !".
 */
export function formatCurrencyInput(input: unknown): string {
  if (typeof input === 'bigint') return formatCurrency(cents(input))
  if (typeof input !== 'number' && typeof input !== 'string') return NOT_A_NUMBER
  const dollars = parseDecimal(String(input).trim())
  if (!dollars) return NOT_A_NUMBER
  return formatCurrency(cents(divideHalfUp(dollars.numerator * 100n, dollars.denominator)))
}
