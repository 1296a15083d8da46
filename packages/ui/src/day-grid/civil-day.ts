const DAY_MS = 86_400_000
/** 1970-01-01, counted from Sunday. */
const THURSDAY = 4

/** Days since 1970-01-01 of a wire date; undefined for what is no day of the calendar. */
export function epochDayOf(wire: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(wire)) return undefined
  const [year = 0, month = 0, day = 0] = wire.split('-').map(Number)
  const epochDay = Date.UTC(year, month - 1, day) / DAY_MS
  return wireOf(epochDay) === wire ? epochDay : undefined
}

/** YYYY-MM-DD of a day since 1970-01-01. */
export const wireOf = (epochDay: number): string => new Date(epochDay * DAY_MS).toISOString().slice(0, 10)

/** 0 for Sunday to 6 for Saturday. */
export const weekdayOf = (epochDay: number): number => (((epochDay + THURSDAY) % 7) + 7) % 7

/** The first day of the month that is so many months from the day's own. */
export function monthStart(epochDay: number, months = 0): number {
  const [year = 0, month = 1] = wireOf(epochDay).split('-').map(Number)
  return Date.UTC(year, month - 1 + months, 1) / DAY_MS
}

/** The same day of another month, or the last that it has. */
export function monthsLater(epochDay: number, months: number): number {
  const first = monthStart(epochDay, months)
  const last = monthStart(first, 1) - 1
  return Math.min(first + (epochDay - monthStart(epochDay)), last)
}

/** A day in words, such as "Monday, December 25, 2026"; or a part of it. */
export function dayWords(epochDay: number, language: string, parts: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...parts, timeZone: 'UTC' }).format(epochDay * DAY_MS)
}
