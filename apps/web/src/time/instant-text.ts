import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import { dayText } from '../app/wire-text.ts'

/** The day of an instant of an answer, in the product's zone (product.md §9), written like every other day: "Fri, Dec 4, 2026". */
export const instantDayText = (instant: string): string =>
  dayText(formatLocalDate(dateIn(new Date(instant), NEW_YORK)))
