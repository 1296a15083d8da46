import { DAY_MS, HOUR_MS, MINUTE_MS } from '@dolphin/domain/time/durations'
import { NEW_YORK } from '@dolphin/domain/time/new-york'

const inZone = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: NEW_YORK, ...options })

const TIME = inZone({ hour: 'numeric', minute: '2-digit' })
const DAY = inZone({ weekday: 'short', month: 'short', day: 'numeric' })
const LONG_DAY = inZone({ weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' })
const DAY_AND_TIME = inZone({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
const WHOLE = inZone({ dateStyle: 'medium', timeStyle: 'short' })
const CIVIL = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' })

/** "6:05 PM", in the lender's zone. */
export const timeText = (instant: string | Date): string => TIME.format(new Date(instant))

/** "Sun, Mar 22". */
export const dayText = (instant: string | Date): string => DAY.format(new Date(instant))

/** "Sun, Mar 22, 2026". */
export const longDayText = (instant: string | Date): string => LONG_DAY.format(new Date(instant))

/** "Mar 22, 6:05 PM". */
export const dayAndTimeText = (instant: string | Date): string => DAY_AND_TIME.format(new Date(instant))

/** "Mar 22, 2026, 6:05 PM". */
export const wholeText = (instant: string | Date): string => WHOLE.format(new Date(instant))

/** "just now", "11 min ago". */
export function agoText(since: string, now: Date): string {
  const age = ageText(since, now)
  return age === 'now' ? 'just now' : `${age} ago`
}

/** "Nov 25, 2026", of a day without a time. */
export const civilDayText = (day: string): string => CIVIL.format(new Date(`${day}T00:00:00Z`))

const WIRE_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: NEW_YORK })

/** "2026-03-22", the day in the lender's zone. */
export const wireDayText = (instant: Date): string => WIRE_DAY.format(instant)

const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})/g

/** A day alone, as the server writes it, YYYY-MM-DD; not one within a name, such as that of a file. */
const CIVIL_DAY = /(?<![\w/.-])\d{4}-\d\d-\d\d(?![\w/-]|\.\w)/g

/**
 * A text of the server as the desk shows it: its instants and days are written as everywhere at the desk, "of Mar 22, 2026,
 * 6:05 PM", "from Mar 22, 2026".
 */
export const readableDates = (text: string): string =>
  text.replaceAll(INSTANT, wholeText).replaceAll(CIVIL_DAY, civilDayText)

/** How long until an instant: "2 h 5 min", "3 days"; "now" where it has come. */
export function leftText(until: string, now: Date): string {
  const ms = Math.max(0, new Date(until).getTime() - now.getTime())
  if (ms < MINUTE_MS) return 'now'
  if (ms >= DAY_MS) return ageText(now.toISOString(), new Date(until))
  const [hours, minutes] = [Math.floor(ms / HOUR_MS), Math.floor((ms % HOUR_MS) / MINUTE_MS)]
  return [hours > 0 ? `${hours}\u00a0h` : '', minutes > 0 ? `${minutes}\u00a0min` : '']
    .filter(Boolean)
    .join('\u00a0')
}

/** How old something is, in the largest whole unit: "now", "11 min", "19 h", "2 days". */
export function ageText(since: string, now: Date): string {
  const ms = Math.max(0, now.getTime() - new Date(since).getTime())
  if (ms < MINUTE_MS) return 'now'
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`
  if (ms < DAY_MS) return `${Math.floor(ms / HOUR_MS)} h`
  const days = Math.floor(ms / DAY_MS)
  return days === 1 ? '1 day' : `${days} days`
}
