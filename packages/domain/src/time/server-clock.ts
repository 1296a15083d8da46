import type { Clock } from './clock.ts'

/** A device this close to the server is right: an answer says its time in whole seconds, and was on its way for a while. */
const RIGHT_WITHIN_MS = 10_000

export interface ServerClock extends Clock {
  /** Learns from the `Date` header of an answer; null where there is none. */
  note(date: string | null): void
}

/**
 * The server's time, as far as its answers told: a phone may be a day off, and a demonstration has a clock of its own.
 * The device's until an answer came. Of all answers the one that was furthest ahead is believed, for an answer is late,
 * or comes from a cache, but never early.
 */
export function createServerClock(device: Clock): ServerClock {
  let furthestMs = Number.NEGATIVE_INFINITY
  return {
    note(date) {
      const aheadMs = Date.parse(date ?? '') - device.now().getTime()
      if (aheadMs > furthestMs) furthestMs = aheadMs
    },
    now() {
      const now = device.now()
      const isRight = furthestMs === Number.NEGATIVE_INFINITY || Math.abs(furthestMs) < RIGHT_WITHIN_MS
      return isRight ? now : new Date(now.getTime() + furthestMs)
    },
  }
}
