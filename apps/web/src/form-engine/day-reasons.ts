import {
  formatLocalDate,
  isWeekend,
  type LocalDate,
  parseLocalDate,
} from '@dolphin/domain/calendar/local-date'
import { type AllowedDates, forbiddenBy } from '@dolphin/domain/form/allowed-dates'
import type { FormElement } from '@dolphin/domain/form/form-definition'
import { validateElement } from '@dolphin/domain/form/validate-form'
import { saidOf } from '../messages/in-page-language.ts'
import { calendarText } from './calendar-messages.ts'
import type { FormContext } from './form-store.ts'

export type HolidayNames = ReadonlyMap<LocalDate, string>

const WORDS = {
  'end-now': 'afterToday',
  'start-now': 'past',
  'no-weekend': 'weekend',
} as const satisfies Record<Exclude<AllowedDates, 'no-holiday'>, string>

/** Why a date field of a form would refuse a day, for the calendar beside it; undefined where it would take it. */
export function fieldReason(element: FormElement, context: FormContext, day: string): string | undefined {
  const date = parseLocalDate(day)
  if (date === undefined) return undefined
  const forbidden = forbiddenBy(date, element.foregroundProperty?.allowedDates ?? [], context)
  if (forbidden === 'no-holiday') return holidayWords(context.holidayNames?.get(date))
  if (forbidden !== null) return calendarText(WORDS[forbidden])
  return saidOf(validateElement(element, { [element.elementKey]: day }, context)[0]?.message)
}

/** The bank holidays that the server lists, by day. */
export function holidayNamesOf(
  listed: readonly { readonly holidayTimeStr: string; readonly name: string }[],
): HolidayNames {
  return new Map(
    listed.flatMap(({ holidayTimeStr, name }) => {
      const day = parseLocalDate(holidayTimeStr)
      return day === undefined ? [] : [[day, name] as const]
    }),
  )
}

const holidayWords = (name: string | undefined): string =>
  name === undefined ? calendarText('holiday') : calendarText('namedHoliday', { name })

/** Why a day cannot be one that is still to come; undefined where it can. */
export function pastReason(day: string, today: LocalDate): string | undefined {
  const date = parseLocalDate(day)
  return date !== undefined && date < today ? calendarText('past') : undefined
}

/** Why a day is not among those on offer, such as for a payout; undefined where it is. */
export function offerReason(
  day: string,
  offered: readonly string[],
  today: LocalDate,
  holidays: HolidayNames,
): string | undefined {
  const date = parseLocalDate(day)
  if (date === undefined || offered.includes(day)) return undefined
  const past = pastReason(day, today)
  if (past !== undefined) return past
  if (holidays.has(date)) return holidayWords(holidays.get(date))
  if (isWeekend(date)) return calendarText('weekend')
  return calendarText(day === formatLocalDate(today) ? 'tooLateToday' : 'outOfRange')
}
