import { type BankCalendar, bankCalendar } from '../bank-calendar.ts'
import { federalReserveClosings } from '../federal-reserve-holidays.ts'

/** The Federal Reserve's calendar by its published rule. */
export const federalReserveCalendar = (firstYear = 2000, lastYear = 2100): BankCalendar =>
  bankCalendar(federalReserveClosings(firstYear, lastYear).map(({ holiday }) => holiday))
