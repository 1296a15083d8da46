import type { PositionedAmount } from './positioned-amount.ts'
import { rateByHalving } from './rate-by-halving.ts'
import { rateByNewton } from './rate-by-newton.ts'

/**
 * The rate of one unit-period, in units of ONE, that makes the payments worth the advances: about 35 exact decimals.
 * Zero where they are worth no more at no rate.
 */
export function unitPeriodRate(
  advances: readonly PositionedAmount[],
  payments: readonly PositionedAmount[],
): bigint {
  return rateByNewton(advances, payments) ?? rateByHalving(advances, payments)
}
