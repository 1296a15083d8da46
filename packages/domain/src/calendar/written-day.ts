import { longDate } from '../documents/long-date.ts'
import { inEachLanguage, type Locale, type Localized } from '../portfolios/localized.ts'
import { formatUsDate, type LocalDate } from './local-date.ts'

/**
 * A day as its reader writes it: "04/02/2026", and in Spanish "2 de abril de 2026", for many who read Spanish
 * would take 04/02 for a day in February. Ours: docs/decisions/two-languages.md.
 */
export const dayIn = (date: LocalDate, locale: Locale): string =>
  locale === 'en' ? formatUsDate(date) : longDate(date, locale)

/** A day for readers of every language. */
export const writtenDay = (date: LocalDate): Localized => inEachLanguage((locale) => dayIn(date, locale))
