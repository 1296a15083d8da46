import { NEW_YORK } from '@dolphin/domain/time/new-york'

/** The day of an instant of an answer, in the product's zone (product.md §9): "Dec 4, 2026". */
export const instantDayText = (instant: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang || 'en', {
    dateStyle: 'medium',
    timeZone: NEW_YORK,
  }).format(new Date(instant))
