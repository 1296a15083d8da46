import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { NEW_YORK, wallTime } from '@dolphin/domain/time/new-york'
import { serverClock } from '../time/server-clock.ts'

/** Today in the product's zone (product.md §9); good for messages while typing, the server judges by its own clock. */
export function portfolioToday(): LocalDate {
  return wallTime(serverClock.now(), NEW_YORK).date
}
