import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import type { BankHoliday } from '@dolphin/domain/calendar/federal-reserve-holidays'

/** The bank holidays of the table `bank_holidays`, kept current while the server runs. */
export interface LiveHolidays {
  /** Banking days by the rows that are there now. */
  readonly calendar: BankCalendar
  /** The holidays of these years, in order. */
  ofYears(years: readonly number[]): readonly BankHoliday[]
  /** Reads the rows that were added since the last read. Without any it costs one count. */
  refresh(): Promise<void>
  /** Follows what other nodes add; answers how to stop. */
  watch(): Promise<() => void>
}
