import { type Cents, cents } from '@dolphin/domain/money/cents'

const DECIMAL = /^(-?)(\d{1,13})(?:\.(\d+))?$/
/** What a sum of binary fractions leaves behind the cents: 1204.1000000000001, 0.29999999999999993. */
const NOISE_BELOW = /^0{5,}\d*$/
const NOISE_ABOVE = /^9{5,}\d*$/

/**
 * The cents that a vendor's JSON number means. JavaScript writes a number as the shortest decimal that reads back
 * to it, so the digits are those the vendor sent and no arithmetic is done on the fraction.
 *
 * Whole cents out; digits behind the cents are dropped only if they are the noise of the vendor's own sums.
 * Undefined for NaN, infinity, 14 digits or more and true fractions of a cent.
 */
export function centsOfDecimal(value: number): Cents | undefined {
  const match = DECIMAL.exec(String(value))
  if (match === null) return undefined
  const [, sign = '', whole = '', fraction = ''] = match
  const rest = fraction.slice(2).replace(/0+$/, '')
  const isAbove = NOISE_ABOVE.test(rest)
  if (rest !== '' && !isAbove && !NOISE_BELOW.test(fraction.slice(2))) return undefined
  const size = BigInt(`${whole}${fraction.slice(0, 2).padEnd(2, '0')}`) + (isAbove ? 1n : 0n)
  return cents(sign === '' ? size : 0n - size)
}
