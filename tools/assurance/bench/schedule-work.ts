import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { addDays, localDate } from '@dolphin/domain/calendar/local-date'
import { PaydayAvailability, PaydayOnHoliday } from '@dolphin/domain/calendar/payday-rules'
import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { aprOfSchedule } from '@dolphin/domain/disclosure/disclose'
import { cents } from '@dolphin/domain/money/cents'
import { percentText } from '@dolphin/domain/money/percent'
import { rational } from '@dolphin/domain/money/rational'
import { buildSchedule, ScheduleMethod } from '@dolphin/domain/schedule/build-schedule'
import { installmentDates } from '@dolphin/domain/schedule/testing/installment-dates'

const INSTALLMENTS = 26
const LOANS = 512

/** Generated loans of 26 installments: weekly and bi-weekly, 200.00 to 1,500.00, 36 % to 400 %, over four years. */
function generatedLoans() {
  const calendar = federalReserveCalendar(2024, 2032)
  return Array.from({ length: LOANS }, (_, index) => {
    const anchor = addDays(localDate(2024, 1, 1), index % 14)
    return {
      principal: cents(20_000n + BigInt((index * 7_919) % 130_000)),
      annualRate: rational(BigInt(36 + ((index * 37) % 365)), 100n),
      dates: {
        paySchedule: { frequency: PaymentFrequency.biWeekly, anchor },
        rules: { onHoliday: PaydayOnHoliday.nextBusinessDay, availability: PaydayAvailability.sameDay },
        frequency: index % 2 === 0 ? PaymentFrequency.biWeekly : PaymentFrequency.weekly,
        count: INSTALLMENTS,
        effectiveDate: addDays(localDate(2024, 1, 2), (index * 97) % 1_400),
        firstDueAfterDays: { minimum: 7, maximum: 31 },
        calendar,
      },
    }
  })
}

/** The work of one loan, by its number: dates, schedule and APR; answers the APR as disclosed. */
export function scheduleWork(): (number: number) => string {
  const loans = generatedLoans()
  return (number) => {
    const loan = loans[number % LOANS]
    if (loan === undefined) throw new Error('there is a loan of every number')
    const { principal, annualRate, dates } = loan
    const schedule = buildSchedule({
      method: ScheduleMethod.simpleDaily,
      principal,
      annualRate,
      frequency: dates.frequency,
      effectiveDate: dates.effectiveDate,
      dates: installmentDates(dates),
    })
    return percentText(aprOfSchedule(principal, dates.effectiveDate, schedule))
  }
}
