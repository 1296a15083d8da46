import { divideHalfUp } from './cents.ts'
import type { Rational } from './rational.ts'

/**
 * A ratio as a percentage figure without the sign: 2.58320 → "258.32".
 * Half-up at the given number of decimals. Source: product §9 (two decimals, half-up).
 */
export function percentText(ratio: Rational, decimals = 2): string {
  const scaled = divideHalfUp(ratio.numerator * 10n ** BigInt(decimals + 2), ratio.denominator)
  const digits = (scaled < 0n ? -scaled : scaled).toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  return `${scaled < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${digits.slice(-decimals)}` : ''}`
}
