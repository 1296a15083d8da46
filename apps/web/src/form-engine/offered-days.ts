import { parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { useQuery } from '@tanstack/react-query'
import { reads } from '../api-client/with-queries.tsx'
import { calendarText } from './calendar-messages.ts'
import { holidayNamesOf, offerReason } from './day-reasons.ts'
import { portfolioToday } from './form-today.ts'

/** The days that a call offers, such as for a payout or a payment. */
export interface OfferedDays {
  /** Why a day (YYYY-MM-DD) is not on offer, in words; undefined where it is. */
  readonly against: (day: string) => string | undefined
  /** What stands at the field of a day that is missing, unfinished or not on offer; undefined where it may stay. */
  readonly error: (day: string | undefined) => string | undefined
}

/** The days on offer, with the bank holidays by their names, so that typing and the calendar give the same reason. */
export function useOfferedDays(offered: readonly string[]): OfferedDays {
  const holidays = holidayNamesOf(useQuery(reads('getHoliday', { query: {} })).data ?? [])
  const today = portfolioToday()
  const against = (day: string) => offerReason(day, offered, today, holidays)
  return {
    against,
    error: (day = '') => {
      if (parseLocalDate(day) === undefined) return calendarText('chooseDay')
      const reason = against(day)
      return reason && calendarText('dayRefused', { reason })
    },
  }
}
