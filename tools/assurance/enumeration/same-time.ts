import { assert } from '@dolphin/domain/assert'

/** How two samples of times differ. */
export interface TimeGap {
  /** That they come from one and the same, by the test of Mann and Whitney; two-sided. */
  readonly p: number
  /** Between the medians, in percent of the smaller one. */
  readonly medianGapPercent: number
}

/**
 * A gap this small is not measurable over a network. Source: design/security.md "Figures".
 */
const MOST_GAP_PERCENT = 2
const LEAST_P = 0.01

/** Whether the two cannot be told apart by their times. */
export const isTheSame = ({ p, medianGapPercent }: TimeGap): boolean =>
  p > LEAST_P || medianGapPercent < MOST_GAP_PERCENT

export function timeGap(left: readonly number[], right: readonly number[]): TimeGap {
  const [a, b] = [median(left), median(right)]
  return { p: mannWhitney(left, right), medianGapPercent: (100 * Math.abs(a - b)) / Math.min(a, b) }
}

function median(times: readonly number[]): number {
  assert(times.length > 0, 'there is something to compare')
  const sorted = times.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0]
  return (low + high) / 2
}

/**
 * The two-sided p of the Mann-Whitney U test by the normal approximation, with ties sharing their rank and the
 * correction for continuity; good from about twenty of each on.
 *
 * Source: Mann and Whitney, "On a test of whether one of two random variables is stochastically larger" (1947).
 */
function mannWhitney(left: readonly number[], right: readonly number[]): number {
  const all = [
    ...left.map((value) => ({ value, isLeft: true })),
    ...right.map((value) => ({ value, isLeft: false })),
  ].toSorted((one, other) => one.value - other.value)
  let [rankSum, tied] = [0, 0]
  for (let from = 0; from < all.length; ) {
    let to = from
    while (to < all.length && all[to]?.value === all[from]?.value) to += 1
    const count = to - from
    const rank = (from + 1 + to) / 2
    rankSum += rank * all.slice(from, to).filter(({ isLeft }) => isLeft).length
    tied += count ** 3 - count
    from = to
  }
  const [n, m] = [left.length, right.length]
  const u = rankSum - (n * (n + 1)) / 2
  const spread = Math.sqrt(((n * m) / 12) * (n + m + 1 - tied / ((n + m) * (n + m - 1))))
  if (spread === 0) return 1
  const z = Math.max(0, Math.abs(u - (n * m) / 2) - 1 / 2) / spread
  return Math.min(1, 2 * upperTail(z))
}

/** The share of a normal distribution above z. Source: Abramowitz and Stegun 26.2.17; off by less than 1e-7. */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z)
  const series = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429]
  const sum = series.reduce((total, factor, index) => total + factor * t ** (index + 1), 0)
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
