import { NEW_YORK } from '@dolphin/domain/time/new-york'
import { dateLocale } from '../messages/define-messages.ts'

/** The day of an instant of an answer, in the product's zone (product.md §9): "Dec 4, 2026". */
export const instantDayText = (instant: string): string =>
  new Intl.DateTimeFormat(dateLocale(), {
    dateStyle: 'medium',
    timeZone: NEW_YORK,
  }).format(new Date(instant))
