import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import type { FundingHours } from '@dolphin/domain/disbursement/same-day-ach'

/** A portfolio's banking day. */
export function hoursOf({ portfolio }: PortfolioData, calendar: BankCalendar): FundingHours {
  const { timeZone, cutOff, sameDayCredits } = portfolio
  return { calendar, timeZone, cutOff, sameDayCredits }
}
