import {
  type BankingHours,
  batchStartOn,
  isBatchRunning,
  nextBatchCutOff,
  nextBatchStart,
} from '../calendar/cut-off.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { TransactionStatus } from './codes.ts'

/** A debit that is planned or with the bank; an agreed payment without a transaction is planned. */
export interface StoppableDebit {
  readonly status: TransactionStatus
  readonly effectiveDate: LocalDate
}

/**
 * Until when a debit can be kept out of its file; null where a file has it. That is the start of the batch before its
 * day. A batch that runs and has left it out may still take it, so it can be stopped, but nothing more is promised; after
 * that the start of the next one counts. Pages, stops, revocations and staff ask here.
 * Source: domain.md §10; Regulation E, 12 CFR 1005.10(c).
 */
export function stopDeadline(
  hours: BankingHours,
  now: Date,
  { status, effectiveDate }: StoppableDebit,
): Date | null {
  if (status !== TransactionStatus.none) return null
  const own = batchStartOn(hours, hours.calendar.previous(effectiveDate))
  if (now < own) return own
  return isBatchRunning(hours, now)
    ? batchStartOn(hours, nextBatchCutOff(hours, now).day)
    : nextBatchStart(hours, now).cutOffAt
}
