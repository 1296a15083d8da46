import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import type { BankingHours } from '@dolphin/domain/calendar/cut-off'
import type { BankGateway } from '@dolphin/integrations/ach-gateway/bank-gateway'
import type { Deps } from '../../deps.ts'
import type { ReportParts } from '../../jobs/one-of-many.ts'

/** What moving money takes: the services shared by operations, the timetable and tests. */
export interface MoneyParts
  extends ReportParts,
    Pick<
      Deps,
      | 'config'
      | 'log'
      | 'clock'
      | 'database'
      | 'objects'
      | 'cipher'
      | 'calendar'
      | 'portfolios'
      | 'units'
      | 'jobs'
      | 'notices'
      | 'tickets'
      | 'mark'
    > {
  readonly bank: BankGateway
}

/** A portfolio's banking day. */
export function hoursOf({ portfolio }: PortfolioData, calendar: BankCalendar): BankingHours {
  return { calendar, timeZone: portfolio.timeZone, cutOff: portfolio.cutOff }
}

/** The round under which failures of a batch are reported. */
export const BATCH_ROUND = 'batch'

/** Most movements in one transaction; the next round takes the rest. */
export const MOVEMENTS_AT_ONCE = 500

/** The order in which everybody who needs several loans locks them. */
export const byLoan = (left: { readonly loanNo: string }, right: { readonly loanNo: string }): number =>
  left.loanNo < right.loanNo ? -1 : Number(left.loanNo > right.loanNo)
