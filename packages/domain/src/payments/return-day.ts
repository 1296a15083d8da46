import { addDays, type LocalDate } from '../calendar/local-date.ts'

/** When an entry that came back was sent to take effect, which day the bank names, and when we took notice. */
export interface ReturnDays {
  readonly effectiveDate: LocalDate
  /** Undefined where the bank names none. */
  readonly bankDay: LocalDate | undefined
  readonly noticedOn: LocalDate
}

/**
 * The day under which the ledger books what came back: the bank's own, but never one before the entry took effect or
 * after our notice. Source: domain.md §14, "Bank files are read entry by entry".
 */
export function ledgerDayOfReturn({ effectiveDate, bankDay, noticedOn }: ReturnDays): LocalDate {
  if (bankDay === undefined || bankDay > noticedOn) return noticedOn
  const day = bankDay < effectiveDate ? effectiveDate : bankDay
  return day < noticedOn ? day : noticedOn
}

/** Two banking days, over a weekend and a holiday: what comes back later was not on time. */
const ON_TIME_DAYS = 5

/**
 * The day since which a payment that came back is overdue: the day on which it was due, but our notice where that came
 * later than a bank's time, for until then it counted as paid. Source: domain.md §14; ach.md §2.
 */
export const overdueSince = (dueDate: LocalDate, noticedOn: LocalDate | undefined): LocalDate =>
  noticedOn !== undefined && noticedOn > addDays(dueDate, ON_TIME_DAYS) ? noticedOn : dueDate
