import { setTimeout as wait } from 'node:timers/promises'

/** Requests under way at once before further arrivals are counted as errors instead of being sent. */
const MOST_UNDER_WAY = 1_000

/**
 * Sends requests at fixed instants, whether or not the ones before are answered, and measures each from the instant
 * it was due: a server that stalls is charged for everybody who had to wait meanwhile.
 *
 * @param {{ perSecond: number, seconds: number, send: (arrival: number) => Promise<string> }} load `send` answers
 *   the kind of request it was.
 * @returns {Promise<{ samples: { kind: string, ms: number }[], errors: Map<string, number>, lagMs: number,
 *   tookSeconds: number }>} `tookSeconds` until the last answer;
 *   `lagMs` is the longest that the load generator itself was late: the figures cannot be truer than that.
 */
export async function openLoop({ perSecond, seconds, send }) {
  const samples = []
  const errors = new Map()
  const fail = (reason) => errors.set(reason, (errors.get(reason) ?? 0) + 1)
  const underWay = new Set()
  const start = performance.now()
  let lagMs = 0
  for (let arrival = 0; arrival < perSecond * seconds; arrival += 1) {
    const due = start + (arrival * 1_000) / perSecond
    const early = due - performance.now()
    if (early > 0) await wait(early)
    lagMs = Math.max(lagMs, performance.now() - due)
    if (underWay.size >= MOST_UNDER_WAY) {
      fail(`not sent: ${MOST_UNDER_WAY} requests were waiting`)
      continue
    }
    const answered = send(arrival)
      .then((kind) => void samples.push({ kind, ms: performance.now() - due }))
      .catch((error) => fail(error.message))
      .finally(() => underWay.delete(answered))
    underWay.add(answered)
  }
  await Promise.all(underWay)
  return { samples, errors, lagMs, tookSeconds: (performance.now() - start) / 1_000 }
}

/** The value that so many percent of the samples do not exceed (nearest rank). */
export function percentile(sorted, percent) {
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN
}

/** p50, p90, p99 and the longest, in milliseconds. */
export function summarize(samples) {
  const sorted = samples.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return {
    count: sorted.length,
    p50: percentile(sorted, 50),
    p90: percentile(sorted, 90),
    p99: percentile(sorted, 99),
    longest: sorted.at(-1) ?? Number.NaN,
  }
}
