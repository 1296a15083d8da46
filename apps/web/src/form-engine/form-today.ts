import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { wallTime } from '@dolphin/domain/time/new-york'
import { bootData } from '../app/boot.ts'
import { deviceClock } from '../time/device-clock.ts'

/** Today where the portfolio lends; good for messages while typing, the server judges by its own clock. */
export function portfolioToday(): LocalDate {
  return wallTime(deviceClock.now(), bootData().portfolio.timeZone).date
}
