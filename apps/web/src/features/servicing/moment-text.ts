import { dateLocale } from '../../messages/define-messages.ts'
import { serverClock } from '../../time/server-clock.ts'
import { servicingText } from './receipt-messages.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** An instant of an answer with its time of day, in the reader's own zone, which it names: "Thu, Dec 3, 5:00 PM CST". */
export const momentText = (instant: string): string =>
  new Intl.DateTimeFormat(dateLocale(), {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant))

/** Whole seconds from now until an instant; never below zero. */
export const secondsUntil = (instant: string): number =>
  Math.max(0, Math.floor((new Date(instant).getTime() - serverClock.now().getTime()) / 1000))

/** "2 days 3 hours" from afar, "4:09" in the last hour. */
export function timeLeftText(seconds: number): string {
  if (seconds < HOUR) {
    const rest = String(seconds % MINUTE).padStart(2, '0')
    return servicingText('minutesLeft', { time: `${Math.floor(seconds / MINUTE)}:${rest}` })
  }
  const [days, hours] = [Math.floor(seconds / DAY), Math.floor((seconds % DAY) / HOUR)]
  const minutes = Math.floor((seconds % HOUR) / MINUTE)
  if (days === 0) return servicingText('hoursLeft', { hours, minutes })
  return servicingText('daysLeft', { days, hours })
}
