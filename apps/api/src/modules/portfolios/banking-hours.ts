import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import type { BankingHours } from '@dolphin/domain/calendar/cut-off'

/** A portfolio's banking day. */
export function hoursOf({ portfolio }: PortfolioData, calendar: BankCalendar): BankingHours {
  return { calendar, timeZone: portfolio.timeZone, cutOff: portfolio.cutOff }
}
