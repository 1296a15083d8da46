import type { Clock } from '@dolphin/domain/time/clock'

/** The device's clock: good for how long ago something was here, never for what the server says. */
export const deviceClock: Clock = { now: () => new Date() }
