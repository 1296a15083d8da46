import { HomeFlag } from '@dolphin/domain/loans/codes'
import type { HomeLoans } from './home-page.tsx'

const OFTEN_MS = 5000
const SELDOM_MS = 30_000
const OFTEN_READS = 24
const MOST_READS = 60

/**
 * How long until the page looks again by itself: only while a loan is in progress, and bounded (about 20
 * minutes), because every look also keeps the session alive. The channel tells sooner where it is open.
 */
export function waitInterval(loans: HomeLoans | undefined, readings: number): number | false {
  if (loans?.homeFlag !== HomeFlag.inProgress || readings >= MOST_READS) return false
  return readings < OFTEN_READS ? OFTEN_MS : SELDOM_MS
}
