import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { createServerClock } from '@dolphin/domain/time/server-clock'
import { deviceClock } from './device-clock.ts'

/** The time that pages say. */
export const serverClock = createServerClock(deviceClock)

/** Whether the server has a clock of its own, a minute or more from the device's. */
export const hasOwnClock = (): boolean =>
  Math.abs(serverClock.now().getTime() - deviceClock.now().getTime()) >= MINUTE_MS
