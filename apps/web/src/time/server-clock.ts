import { createServerClock } from '@dolphin/domain/time/server-clock'
import { deviceClock } from './device-clock.ts'

/** The time that pages say. */
export const serverClock = createServerClock(deviceClock)
