import { yearMonthDay, type LocalDate, parseLocalDate } from '../calendar/local-date.ts'

/**
 * Whole years lived on a day, from a birth date "YYYY-MM-DD"; NaN for no date. Somebody born on 29 February
 * turns a year older on 1 March of a common year.
 */
export function ageOn(birthDate: string, today: LocalDate): number {
  const born = parseLocalDate(birthDate)
  if (born === undefined) return Number.NaN
  const birth = yearMonthDay(born)
  const now = yearMonthDay(today)
  const hadBirthday = now.month > birth.month || (now.month === birth.month && now.day >= birth.day)
  return now.year - birth.year - (hadBirthday ? 0 : 1)
}
