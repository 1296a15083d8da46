import {
  formatLocalDate,
  isWeekend,
  type LocalDate,
  parseLocalDate,
} from '@dolphin/domain/calendar/local-date'
import { calendarText } from './calendar-messages.ts'

export type HolidayNames = ReadonlyMap<LocalDate, string>

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

/** "bank holiday, Labor Day"; without a name where none is known. */
export const holidayWords = (name: string | undefined): string =>
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
