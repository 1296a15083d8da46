import {
  addDays,
  yearMonthDay,
  type LocalDate,
  localDate,
  parseLocalDate,
} from '@dolphin/domain/calendar/local-date'

/** Reads "YYMMDD" of this century; undefined for any other text or a day that does not exist. */
export const parseBankFileDate = (text: string): LocalDate | undefined =>
  text.length === 6
    ? parseLocalDate(`20${text.slice(0, 2)}-${text.slice(2, 4)}-${text.slice(4, 6)}`)
    : undefined

const newYear = (year: number): LocalDate => localDate(year, 1, 1)

/** Writes a day as the three digits of a settlement date: the day of the year, from 001. */
export const settlementDate = (day: LocalDate): string =>
  (day - newYear(yearMonthDay(day).year) + 1).toString().padStart(3, '0')

/** The day that a settlement date means, in the year in which it is nearest to another day; undefined for any other text. */
export function parseSettlementDate(text: string, near: LocalDate): LocalDate | undefined {
  if (!/^\d{3}$/.test(text)) return undefined
  const { year } = yearMonthDay(near)
  const days = [year - 1, year, year + 1].map((one) => addDays(newYear(one), Number(text) - 1))
  const [nearest] = days.toSorted((left, right) => Math.abs(left - near) - Math.abs(right - near))
  return nearest !== undefined && settlementDate(nearest) === text ? nearest : undefined
}
