import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { addDays, type LocalDate, localDate, parseLocalDate } from '../calendar/local-date.ts'
import { paydaysAfter, type PaySchedule } from '../calendar/pay-calendar.ts'
import { isMonthlyDay, isSemiMonthlyDay, PaydayOfWeek, PaydayOnHoliday } from '../calendar/payday-rules.ts'
import { PayrollFrequency } from '../calendar/payroll-frequency.ts'

/** Answers of the employment section by element key, as they are stored or while they are typed. */
export type PayAnswers = Readonly<Record<string, unknown>>

/** A Monday; a week's payday is counted from it. */
const A_MONDAY = localDate(2026, 1, 5)

/** When the borrower is paid, by what they answered; undefined while that is not whole. */
export function typedPaySchedule(said: PayAnswers): PaySchedule | undefined {
  switch (codeOf(PayrollFrequency, said['payrollFrequency'])) {
    case PayrollFrequency.weekly: {
      const day = codeOf(PaydayOfWeek, said['paydayOfWeek'])
      if (day === undefined) return undefined
      return { frequency: PayrollFrequency.weekly, anchor: addDays(A_MONDAY, day - PaydayOfWeek.monday) }
    }
    case PayrollFrequency.biWeekly: {
      const lastPayday = said['lastPayday']
      const anchor = typeof lastPayday === 'string' ? parseLocalDate(lastPayday) : undefined
      return anchor === undefined ? undefined : { frequency: PayrollFrequency.biWeekly, anchor }
    }
    case PayrollFrequency.semiMonthly: {
      const days = [numberOf(said['firstSemiMonthlyDay']), numberOf(said['secondSemiMonthlyDay'])] as const
      return days.every(isSemiMonthlyDay) ? { frequency: PayrollFrequency.semiMonthly, days } : undefined
    }
    case PayrollFrequency.monthly: {
      const day = numberOf(said['monthlyDay'])
      return isMonthlyDay(day) ? { frequency: PayrollFrequency.monthly, day } : undefined
    }
    case undefined:
      return undefined
  }
}

/**
 * The next paydays after a day, by the answers: moved off weekends and bank holidays as the borrower says, to the next
 * banking day where they have not said yet. Empty while the answers are not whole.
 */
export function typedPaydays(
  said: PayAnswers,
  after: LocalDate,
  count: number,
  calendar: BankCalendar,
): readonly LocalDate[] {
  const schedule = typedPaySchedule(said)
  if (schedule === undefined) return []
  const isBefore = codeOf(PaydayOnHoliday, said['paydayOnHoliday']) === PaydayOnHoliday.previousBusinessDay
  return paydaysAfter(schedule, after, count, calendar).map((day) =>
    isBefore ? calendar.onOrBefore(day) : calendar.onOrAfter(day),
  )
}

function codeOf<Code extends number>(codes: Readonly<Record<string, Code>>, said: unknown): Code | undefined {
  const code = numberOf(said)
  return Object.values(codes).find((known) => known === code)
}

const numberOf = (said: unknown): number => (said === '' || said === null ? Number.NaN : Number(said))
