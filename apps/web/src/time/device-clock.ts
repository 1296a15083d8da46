import type { Clock } from '@dolphin/domain/time/clock'

/** The device's clock: good for counting down, never for deciding what day it is for a loan. */
export const deviceClock: Clock = { now: () => new Date() }
