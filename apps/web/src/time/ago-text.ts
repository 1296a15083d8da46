import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { dateLocale } from '../messages/define-messages.ts'
import { serverClock } from './server-clock.ts'

const MINUTES_AN_HOUR = 60

/** Whole minutes since an instant of an answer; never below zero. */
export const minutesSince = (instant: string): number =>
  Math.max(0, Math.floor((serverClock.now().getTime() - new Date(instant).getTime()) / MINUTE_MS))

/** How long ago an instant of the last hours was: "5 minutes ago", "hace 2 horas". */
export function agoText(instant: string): string {
  const minutes = minutesSince(instant)
  const text = new Intl.RelativeTimeFormat(dateLocale())
  if (minutes < MINUTES_AN_HOUR) return text.format(-minutes, 'minute')
  return text.format(-Math.floor(minutes / MINUTES_AN_HOUR), 'hour')
}

/** Weekday and time of day of an instant of the last hours, by the reader's own clock: "Tue 10:00 AM". */
export const hourText = (instant: string): string =>
  new Intl.DateTimeFormat(dateLocale(), { weekday: 'short', hour: 'numeric', minute: '2-digit' }).format(
    new Date(instant),
  )
