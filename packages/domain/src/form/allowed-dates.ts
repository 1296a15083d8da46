import { dayOfWeek, type LocalDate, parseLocalDate } from '../calendar/local-date.ts'

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
const MESSAGES: Readonly<Record<AllowedDates, string>> = {
  'end-now': 'should not be after today',
  'start-now': 'should not be before today',
  'no-weekend': 'should not be on a weekend',
  'no-holiday': 'should not be on a holiday',
}

/** The first restriction that forbids a date, so that a picker can grey it out with the reason; null if none. */
export function forbiddenBy(
  date: LocalDate,
  restrictions: readonly AllowedDates[],
  context: DateContext,
): AllowedDates | null {
  return restrictions.find((restriction) => !ALLOWS[restriction](date, context)) ?? null
}

/** "{label} should not be …" for a restriction. */
export function allowedDatesMessage(label: string, restriction: AllowedDates): string {
  return `${label} ${MESSAGES[restriction]}`
}

/** The holiday list of the server (`holidayTimeStr`) as days; entries that are no dates are left out. */
export function holidaySet(holidayTimes: readonly string[]): ReadonlySet<LocalDate> {
  return new Set(
    holidayTimes.flatMap((text) => {
      const date = parseLocalDate(text.slice(0, 10))
      return date === undefined ? [] : [date]
    }),
  )
}
