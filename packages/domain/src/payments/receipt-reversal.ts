import { FAILED_STATUSES, SETTLED_STATUSES, TransactionPurpose, TransactionType } from './codes.ts'

/** Why money that was posted by hand is taken back. Source: domain.md §14, "a receipt by hand was wrong". */
export const RECEIPT_REVERSAL_REASONS = ['bounced', 'chargedBack', 'wrongLoan', 'wrongAmount'] as const
export type ReceiptReversalReason = (typeof RECEIPT_REVERSAL_REASONS)[number]

/** Whether the lender posted what was wrong: then its interest, fees and days are waived. Source: domain.md §14. */
export const isOurMistake = (reason: ReceiptReversalReason): boolean =>
  reason === 'wrongLoan' || reason === 'wrongAmount'

/** A transaction, as far as its reversal depends on it. */
export interface ReversedTransaction {
  readonly type: number
  readonly status: number
  readonly purpose: TransactionPurpose
}

const isReceipt = ({ type, purpose }: ReversedTransaction): boolean =>
  type === TransactionType.debit && purpose === TransactionPurpose.receipt

/** A receipt that counts: it was posted and not taken back. */
export const isReversibleReceipt = (one: ReversedTransaction): boolean =>
  isReceipt(one) && SETTLED_STATUSES.some((status) => status === one.status)

/**
 * Why a transaction is not reversed as a receipt, in words for staff; undefined where it is. Source: domain.md §14;
 * docs/decisions/postings-by-hand.md.
 */
export function receiptReversalObstacle(one: ReversedTransaction): string | undefined {
  if (isReversibleReceipt(one)) return undefined
  if (!isReceipt(one))
    return 'Money that came or left by ACH is no receipt by hand: reverse its entry at the bank, reject it while it is on a batch (901), or refund it.'
  return FAILED_STATUSES.some((status) => status === one.status)
    ? 'This receipt was reversed before.'
    : 'This receipt was not posted.'
}
