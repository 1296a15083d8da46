import { yearMonthDay, type LocalDate } from '../calendar/local-date.ts'
import { NEW_YORK, wallTime } from '../time/new-york.ts'
import type { DocumentLanguage } from './document-model.ts'

const MONTHS: Readonly<Record<DocumentLanguage, readonly string[]>> = {
  en: 'January February March April May June July August September October November December'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
}

/** An unambiguous date: "March 5, 2026", "5 de marzo de 2026". */
export function longDate(date: LocalDate, language: DocumentLanguage = 'en'): string {
  const { year, month, day } = yearMonthDay(date)
  const name = MONTHS[language][month - 1] ?? ''
  return language === 'en' ? `${name} ${day}, ${year}` : `${day} de ${name} de ${year}`
}

/** An instant on the clock the product's rules go by: "March 5, 2026, 2:05:09 PM New York time". */
export function longInstant(instant: Date, language: DocumentLanguage = 'en'): string {
  const { date, hour, minute, second } = wallTime(instant, NEW_YORK)
  const two = (value: number) => value.toString().padStart(2, '0')
  const half = hour < 12 ? 'AM' : 'PM'
  const clock = `${hour % 12 || 12}:${two(minute)}:${two(second)}`
  return language === 'en'
    ? `${longDate(date)}, ${clock} ${half} New York time`
    : `${longDate(date, language)}, ${clock} ${half === 'AM' ? 'a.m.' : 'p.m.'}, hora de Nueva York`
}
