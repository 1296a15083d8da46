import { ONE } from './fixed-point.ts'
import type { PositionedAmount } from './positioned-amount.ts'

/** Fixed point of the fast way: 2^140 is more than forty-two decimals. */
const BITS = 140n
const UNIT = 1n << BITS

/** Payments that share the fraction of their position, amounts by full unit-periods. */
interface FractionGroup {
  readonly numerator: bigint
  readonly denominator: bigint
  readonly fraction: number
  /** The latest first; `scaled` is the amount in the fixed point. */
  readonly payments: { readonly full: number; readonly scaled: bigint; readonly cents: number }[]
}

function groupsOf(payments: readonly PositionedAmount[]): FractionGroup[] {
  const groups: FractionGroup[] = []
  for (const { amount, full, fraction } of payments) {
    const { numerator, denominator } = fraction
    let group = groups.find((one) => one.numerator === numerator && one.denominator === denominator)
    if (group === undefined) {
      group = { numerator, denominator, fraction: Number(numerator) / Number(denominator), payments: [] }
      groups.push(group)
    }
    group.payments.push({ full, scaled: amount << BITS, cents: Number(amount) })
  }
  for (const { payments: ofGroup } of groups) ofGroup.sort((left, right) => right.full - left.full)
  return groups
}

/** What the payments are worth in floating point, and how much less of it a rise of the rate by 1 would leave. */
function estimateAt(rate: number, groups: readonly FractionGroup[], highest: number) {
  const factor = 1 / (1 + rate)
  const powers = [1]
  for (let power = 1, value = 1; power <= highest; power += 1) powers.push((value *= factor))
  let worth = 0
  let fall = 0
  for (const { fraction, payments } of groups) {
    const simple = 1 / (1 + fraction * rate)
    for (const { full, cents } of payments) {
      const value = cents * (powers[full] ?? 0) * simple
      worth += value
      fall += value * (full * factor + fraction * simple)
    }
  }
  return { worth, fall }
}

/** What the payments are worth, fixed point, each truncation less than one part in 2^140. */
function worthAt(rate: bigint, groups: readonly FractionGroup[]): bigint {
  const factor = (UNIT << BITS) / (UNIT + rate)
  let total = 0n
  for (const { numerator, denominator, payments } of groups) {
    let worth = 0n
    let at = payments[0]?.full ?? 0
    for (const { full, scaled } of payments) {
      for (; at > full; at -= 1) worth = (worth * factor) >> BITS
      worth += scaled
    }
    for (; at > 0; at -= 1) worth = (worth * factor) >> BITS
    total +=
      numerator === 0n ? worth : ((worth * denominator) << BITS) / (UNIT * denominator + rate * numerator)
  }
  return total
}

const MOST_STEPS = 60
const CLOSE = 1e-13
/** A last step smaller than this means the next would be smaller than what is shown. */
const SETTLED = 2 ** 60

/**
 * The fast way to a unit-period rate: Newton's method, for one advance at the start of the term, where the worth of the
 * payments falls and bends one way only. Floating point to about 15 digits, then two exact steps that each add as many.
 * Undefined where it does not settle, so that the safe way decides.
 */
export function rateByNewton(
  [advance, ...others]: readonly PositionedAmount[],
  payments: readonly PositionedAmount[],
): bigint | undefined {
  if (advance === undefined || others.length > 0) return undefined
  if (advance.full !== 0 || advance.fraction.numerator !== 0n) return undefined
  const groups = groupsOf(payments)
  const highest = payments.reduce((most, { full }) => Math.max(most, full), 0)
  const lent = Number(advance.amount)
  const start = estimateAt(0, groups, highest)
  let estimate = start.fall === 0 ? 0 : Math.max(0, (start.worth / lent) ** (start.worth / start.fall) - 1)
  for (let step = 0; ; step += 1) {
    if (step === MOST_STEPS) return undefined
    const { worth, fall } = estimateAt(estimate, groups, highest)
    const change = (worth - lent) / fall
    if (!Number.isFinite(change)) return undefined
    estimate = Math.max(0, estimate + change)
    if (Math.abs(change) <= CLOSE * (1 + estimate)) break
  }
  const { fall } = estimateAt(estimate, groups, highest)
  let rate = BigInt(Math.round(estimate * 2 ** 52)) << (BITS - 52n)
  let change = 0n
  for (let step = 0; step < 2; step += 1) {
    const surplus = worthAt(rate, groups) - (advance.amount << BITS)
    change = BigInt(Math.round(Number(surplus) / fall))
    rate += change
  }
  return rate >= 0n && Math.abs(Number(change)) < SETTLED ? (rate * ONE + UNIT / 2n) >> BITS : undefined
}
