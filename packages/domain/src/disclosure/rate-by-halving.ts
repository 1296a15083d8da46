import { ONE } from './fixed-point.ts'
import type { PositionedAmount } from './positioned-amount.ts'

/** The rate is known when the interval that holds it is this narrow: thirty-six decimals. */
const NARROW = 10n ** 4n

/** Powers of 1/(1 + i), fixed point, made once per trial rate. */
function discountPowers(rate: bigint, highest: number): bigint[] {
  const factor = (ONE * ONE) / (ONE + rate)
  const powers = [ONE]
  for (let power = 1; power <= highest; power += 1) powers.push(((powers[power - 1] ?? 0n) * factor) / ONE)
  return powers
}

/** Present value at a unit-period rate: amount / ((1 + f i) (1 + i)^t), summed. Appendix J (b)(8). */
function valueAt(rate: bigint, powers: readonly bigint[], amounts: readonly PositionedAmount[]): bigint {
  return amounts.reduce((total, { amount, full, fraction }) => {
    const simple = ONE + (rate * fraction.numerator) / fraction.denominator
    return total + (amount * (powers[full] ?? 0n) * ONE) / simple
  }, 0n)
}

/**
 * The safe way to a unit-period rate, for any advances and payments: the difference of their worths falls as the rate
 * rises, so halving the interval finds it.
 */
export function rateByHalving(
  advances: readonly PositionedAmount[],
  payments: readonly PositionedAmount[],
): bigint {
  const highest = Math.max(...advances.map(({ full }) => full), ...payments.map(({ full }) => full))
  const paymentsWorthMore = (rate: bigint): boolean => {
    const powers = discountPowers(rate, highest)
    return valueAt(rate, powers, payments) > valueAt(rate, powers, advances)
  }
  let low = 0n
  if (!paymentsWorthMore(low)) return 0n
  let high = ONE / 16n
  while (paymentsWorthMore(high)) high *= 2n
  while (high - low > NARROW) {
    const middle = (low + high) / 2n
    if (paymentsWorthMore(middle)) low = middle
    else high = middle
  }
  return (low + high) / 2n
}
