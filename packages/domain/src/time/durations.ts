/** Lengths of time, for instants and time-outs. A day of the calendar can be longer or shorter: it is no length of time. */
export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

export const HOUR_SECONDS = 3_600
export const DAY_SECONDS = 24 * HOUR_SECONDS
