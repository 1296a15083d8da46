import { dayOfWeek, type LocalDate } from '../calendar/local-date.ts'
import { inEachLanguage, type Localized, type Words, wordsIn } from '../portfolios/localized.ts'

/** Restrictions a date picker can carry. Source: product.md §5. */
export const ALLOWED_DATES = ['end-now', 'start-now', 'no-weekend', 'no-holiday'] as const
export type AllowedDates = (typeof ALLOWED_DATES)[number]

/** What the restrictions are measured against; holidays come from the server. */
export interface DateContext {
  readonly today: LocalDate
  readonly holidays: ReadonlySet<LocalDate>
}

const SUNDAY = 1
const SATURDAY = 7

const ALLOWS: Readonly<Record<AllowedDates, (date: LocalDate, context: DateContext) => boolean>> = {
  'end-now': (date, { today }) => date <= today,
  'start-now': (date, { today }) => date >= today,
  'no-weekend': (date) => dayOfWeek(date) !== SUNDAY && dayOfWeek(date) !== SATURDAY,
  'no-holiday': (date, { holidays }) => !holidays.has(date),
}

/** Our wording, in the voice of the rules that have one. */
const MESSAGES: Readonly<Record<AllowedDates, Localized>> = {
  'end-now': { en: 'should not be after today', es: 'no debe ser después de hoy' },
  'start-now': { en: 'should not be before today', es: 'no debe ser antes de hoy' },
  'no-weekend': { en: 'should not be on a weekend', es: 'no debe caer en fin de semana' },
  'no-holiday': { en: 'should not be on a holiday', es: 'no debe caer en feriado' },
}

/** The first restriction that forbids a date, so that a picker can gray it out with the reason; null if none. */
export function forbiddenBy(
  date: LocalDate,
  restrictions: readonly AllowedDates[],
  context: DateContext,
): AllowedDates | null {
  return restrictions.find((restriction) => !ALLOWS[restriction](date, context)) ?? null
}

/** "{label} should not be …" for a restriction. */
export function allowedDatesMessage(label: Words, restriction: AllowedDates): Localized {
  return inEachLanguage((locale) => `${wordsIn(label, locale)} ${MESSAGES[restriction][locale]}`)
}
