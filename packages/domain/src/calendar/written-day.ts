import { inEachLanguage, type Locale, type Localized } from '../portfolios/localized.ts'
import { formatLocalDate, type LocalDate } from './local-date.ts'

const SHAPE = {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  timeZone: 'UTC',
} as const satisfies Intl.DateTimeFormatOptions

const FORMATS: Readonly<Record<Locale, Intl.DateTimeFormat>> = {
  en: new Intl.DateTimeFormat('en-US', SHAPE),
  es: new Intl.DateTimeFormat('es-US', SHAPE),
}

/**
 * A day as pages write it: "Thu, Apr 2, 2026", and in Spanish "jue 2 de abr de 2026", so that a page, a mail and a
 * reason say a day in one way, which no reader takes for a day in February. Ours: docs/decisions/two-languages.md.
 */
export function dayIn(date: LocalDate, locale: Locale): string {
  const text = FORMATS[locale].format(new Date(`${formatLocalDate(date)}T00:00:00Z`))
  // In Spanish no comma stands between the weekday and the day, which also reads well within a sentence
  return locale === 'es' ? text.replace(', ', ' ') : text
}

/** A day for readers of every language. */
export const writtenDay = (date: LocalDate): Localized => inEachLanguage((locale) => dayIn(date, locale))
