import { type BankingHours, batchCutOffOn, nextBatchCutOff } from '../calendar/cut-off.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { TransactionStatus } from './codes.ts'

/** A debit that is planned or with the bank; an agreed payment without a transaction is planned. */
export interface StoppableDebit {
  readonly status: TransactionStatus
  readonly effectiveDate: LocalDate
}

/**
 * Until when a debit can be kept out of its file; null where a file has it. That is the cut-off of the batch before its
 * day, and where that batch left it out, the cut-off of the next one. Pages, stops, revocations and staff ask here.
 * Source: domain.md §10; Regulation E, 12 CFR 1005.10(c).
 */
export function stopDeadline(
  hours: BankingHours,
  now: Date,
  { status, effectiveDate }: StoppableDebit,
): Date | null {
  if (status !== TransactionStatus.none) return null
  const own = batchCutOffOn(hours, hours.calendar.previous(effectiveDate))
  return now < own ? own : nextBatchCutOff(hours, now).cutOffAt
}
