import type { Clock } from '@dolphin/domain/time/clock'
import { deviceClock } from './device-clock.ts'

/** A device this close to the server is right: an answer says its time in whole seconds. */
const RIGHT_WITHIN_MS = 10_000

let aheadMs = 0

/** Learns the server's time from the `Date` header of an answer: a demonstration has a clock of its own. */
export function noteServerTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - deviceClock.now().getTime()
  if (!Number.isNaN(difference)) aheadMs = Math.abs(difference) < RIGHT_WITHIN_MS ? 0 : difference
}

/** The server's time as its last answer said; the device's until one came. */
export const serverClock: Clock = { now: () => new Date(deviceClock.now().getTime() + aheadMs) }

/** Whether the server has a clock of its own, a minute or more from the device's. */
export const hasOwnClock = (): boolean => Math.abs(aheadMs) >= 60_000
