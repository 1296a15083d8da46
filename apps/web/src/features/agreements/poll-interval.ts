const OFTEN_MS = 4000
const SELDOM_MS = 20_000
const OFTEN_READS = 45
const MOST_READS = 105

/**
 * How long to wait before reading the status once more, after so many readings; false ends it. The channel
 * tells of changes at once; polling is for when it is blocked. It is bounded (about 23 minutes), because every
 * reading also keeps the session alive, and an unattended window must sign itself out.
 */
export function pollInterval(readings: number): number | false {
  if (readings >= MOST_READS) return false
  return readings < OFTEN_READS ? OFTEN_MS : SELDOM_MS
}
