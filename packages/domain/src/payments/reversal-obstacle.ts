import { LoanStatus } from '../loans/codes.ts'
import {
  FAILED_STATUSES,
  isPayment,
  PRESENTED_STATUSES,
  SETTLED_STATUSES,
  TransactionMode,
  TransactionPurpose,
  TransactionType,
} from './codes.ts'
import { REVERSAL_BANKING_DAYS, REVERSAL_HOURS, type ReversalRefusal } from './reversal.ts'

/** An entry, as far as its reversal depends on it. */
export interface SentEntry {
  readonly transactionNo: string
  readonly type: number
  readonly mode: number
  readonly purpose: TransactionPurpose
  readonly status: number
  readonly traceNumber: string | null
  readonly originalTransactionNo: string | null
}

/** Debits of a schedule, or made once by hand; one of a change or a cancellation goes back as a refund. */
const REVERSIBLE: readonly TransactionPurpose[] = [
  TransactionPurpose.installment,
  TransactionPurpose.representment,
  TransactionPurpose.payNow,
]

/** Whether it left in an ACH file: nothing else is an entry that could be reversed. */
export const isEntry = ({ mode, traceNumber }: Pick<SentEntry, 'mode' | 'traceNumber'>): boolean =>
  mode === TransactionMode.ach && traceNumber !== null

/**
 * Why an entry of a loan cannot be reversed whenever its error was found, in words for staff; undefined where it can. The
 * server refuses by this, and the desk shows it beside the act. Source: docs/facts/ach.md §4; docs/decisions/bank-files.md.
 */
export function reversalObstacle(
  status: LoanStatus,
  entry: SentEntry,
  all: readonly SentEntry[],
): string | undefined {
  const isDisbursement = entry.type === TransactionType.credit
  if (!isEntry(entry)) return 'Only an entry that went out in an ACH file is reversed.'
  if (!isDisbursement && !(isPayment(entry) && REVERSIBLE.includes(entry.purpose)))
    return 'Only a disbursement or a debit of the schedule is reversed; anything else goes back as a refund.'
  if (!SETTLED_STATUSES.includes(entry.status))
    return 'The entry has not settled, or has come back: there is nothing to reverse.'
  const isGivenBack = all.some(
    (one) =>
      one.originalTransactionNo === entry.transactionNo &&
      (one.purpose === TransactionPurpose.reversal ||
        (one.type === TransactionType.refund && !FAILED_STATUSES.includes(one.status))),
  )
  if (isGivenBack) return 'This entry was reversed or refunded before.'
  const isUsed = all.some((one) => isPayment(one) && PRESENTED_STATUSES.includes(one.status))
  return isDisbursement && (status !== LoanStatus.disbursed || isUsed)
    ? 'The loan has gone on since its money was sent: agree with the borrower how it comes back.'
    : undefined
}

/** Why a reversal is too late, or cannot be judged, in words for staff. */
export const REVERSAL_LATE_WORDS: Readonly<Record<ReversalRefusal, string>> = {
  foundLater: 'The error cannot have been found later than now.',
  foundBefore: 'The error cannot have been found before the entry was sent.',
  settledTooLongAgo: `The next batch is later than ${REVERSAL_BANKING_DAYS} banking days after the settlement: enter a refund instead.`,
  foundTooLongAgo: `The next batch leaves later than ${REVERSAL_HOURS} hours after the error was found: enter a refund instead.`,
}

/**
 * Why no entry of a loan can be reversed now: the reason of the newest; null where one can.
 *
 * @param obstacles of each entry that was sent, in order
 */
export function noEntryToReverse(obstacles: readonly (string | null)[]): string | null {
  if (obstacles.includes(null)) return null
  return obstacles.at(-1) ?? 'No entry of this loan went out in an ACH file.'
}
