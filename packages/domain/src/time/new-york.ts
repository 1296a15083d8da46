import { DAY_MS, MINUTE_MS } from './durations.ts'
import { assert } from '../assert.ts'
import { formatLocalDate, fromEpochDay, type LocalDate, localDate } from '../calendar/local-date.ts'

/** The product's zone for "today" and for cut-offs. Source: product §9; the tz database decides the offset. */
export const NEW_YORK = 'America/New_York'

/** Time of day on a wall clock, 24 hours. */
export interface TimeOfDay {
  readonly hour: number
  readonly minute: number
  readonly second?: number
}

/** What calendar and wall clock show at an instant in a zone. */
export interface WallTime {
  readonly date: LocalDate
  readonly hour: number
  readonly minute: number
  readonly second: number
  /** Minutes ahead of UTC: -300 in a New York winter, -240 in its summer. */
  readonly offsetMinutes: number
}

/** Making a formatter costs more than using it a thousand times. */
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(zone, formatter)
  return formatter
}

/**
 * How far each UTC day of a zone is ahead of UTC, in milliseconds; undefined where the clocks change that day. A list
 * of payments asks for a time of each, and asking the time zone data anew takes longer than all else about it.
 */
const offsetsOfDays = new Map<string, Map<number, number | undefined>>()
/** Some years in a few zones. */
const MOST_DAYS = 4_096

/** Milliseconds ahead of UTC. Clocks change at most once a day: between two equal ends all is equal. */
function offsetAt(instantMs: number, zone: string): number {
  const days = offsetsOfDays.get(zone) ?? new Map<number, number | undefined>()
  if (days.size === 0) offsetsOfDays.set(zone, days)
  const day = Math.floor(instantMs / DAY_MS)
  if (!days.has(day)) {
    if (days.size >= MOST_DAYS) days.clear()
    const start = readOffset(day * DAY_MS, zone)
    days.set(day, start === readOffset((day + 1) * DAY_MS, zone) ? start : undefined)
  }
  return days.get(day) ?? readOffset(instantMs, zone)
}

/** The offset as the time zone data have it, for a whole second. */
function readOffset(instantMs: number, zone: string): number {
  const fields = new Map(
    formatterOf(zone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const field = (type: Intl.DateTimeFormatPartTypes): number => {
    const value = fields.get(type)
    assert(value !== undefined, 'the time zone data names every field')
    return value
  }
  const date = localDate(field('year'), field('month'), field('day'))
  const [hour, minute, second] = [field('hour'), field('minute'), field('second')]
  return date * DAY_MS + ((hour * 60 + minute) * 60 + second) * 1000 - instantMs
}

/** Calendar and wall clock of an instant in an IANA zone (fractions of a second dropped). */
export function wallTime(instant: Date, zone: string): WallTime {
  const wholeSeconds = Math.floor(instant.getTime() / 1000) * 1000
  const offset = offsetAt(wholeSeconds, zone)
  const wall = wholeSeconds + offset
  const date = fromEpochDay(Math.floor(wall / DAY_MS))
  const seconds = (wall - date * DAY_MS) / 1000
  return {
    date,
    hour: Math.floor(seconds / 3600),
    minute: Math.floor(seconds / 60) % 60,
    second: seconds % 60,
    offsetMinutes: offset / MINUTE_MS,
  }
}

/** The calendar date of an instant in an IANA zone: "today" when given the clock's now. */
export const dateIn = (instant: Date, zone: string): LocalDate => wallTime(instant, zone).date

/**
 * The instant at which the wall clock of a zone shows that time on that date. A time that occurs twice (clocks
 * go back) is its first pass; one that is skipped (clocks go forward) is that much later, as people read it.
 */
export function instantOf(date: LocalDate, time: TimeOfDay, zone: string): Date {
  const asIfUtc = date * DAY_MS + ((time.hour * 60 + time.minute) * 60 + (time.second ?? 0)) * 1000
  const offsetAt = (milliseconds: number): number =>
    wallTime(new Date(milliseconds), zone).offsetMinutes * MINUTE_MS
  const before = offsetAt(asIfUtc - DAY_MS)
  const after = offsetAt(asIfUtc + DAY_MS)
  const firstPass = asIfUtc - Math.max(before, after)
  const secondPass = asIfUtc - Math.min(before, after)
  if (firstPass + offsetAt(firstPass) === asIfUtc) return new Date(firstPass)
  if (secondPass + offsetAt(secondPass) === asIfUtc) return new Date(secondPass)
  return new Date(asIfUtc - before)
}

/** The first instant of a date in a zone. */
export const startOfDay = (date: LocalDate, zone: string): Date =>
  instantOf(date, { hour: 0, minute: 0 }, zone)

const two = (value: number): string => value.toString().padStart(2, '0')

/** An instant as ISO 8601 with the zone's offset, to the second: "2026-03-08T01:59:59-05:00". */
export function isoInZone(instant: Date, zone: string): string {
  const { date, hour, minute, second, offsetMinutes } = wallTime(instant, zone)
  const ahead = Math.abs(offsetMinutes)
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`
  return `${formatLocalDate(date)}T${two(hour)}:${two(minute)}:${two(second)}${offset}`
}

/** Reads "16:45"; undefined for anything else. The form in which portfolios write their cut-offs. */
export function parseTimeOfDay(text: string): TimeOfDay | undefined {
  const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text)
  return match ? { hour: Number(match[1]), minute: Number(match[2]) } : undefined
}
