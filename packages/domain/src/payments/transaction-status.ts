import { TransactionStatus } from './codes.ts'

const S = TransactionStatus

/** Every move a transaction may make, with what causes it; no other edge exists. Source: domain §9. */
export const TRANSACTION_TRANSITIONS = {
  [S.none]: {
    [S.pending]: 'cut-off window opened',
    [S.rejected]: 'canceled or moved before sending',
    [S.pastDue]: 'not sent by due date and grace',
  },
  [S.pending]: {
    [S.onBatch]: 'put on a batch',
    [S.rejected]: 'refused before it was sent',
    [S.pastDue]: 'not sent by due date and grace',
  },
  [S.onBatch]: { [S.notChecked]: 'settled', [S.rejected]: 'returned before settlement' },
  [S.notChecked]: { [S.checked]: 'two banking days without return', [S.rejected]: 'returned' },
  [S.checked]: { [S.rejected]: 'returned late' },
  [S.rejected]: {},
  [S.pastDue]: { [S.pending]: 'new attempt' },
} as const satisfies Record<TransactionStatus, Partial<Record<TransactionStatus, string>>>

/** Whether a transaction may go from one status to another. */
export const isTransactionMove = (from: number, to: number): boolean =>
  Object.hasOwn(TRANSACTION_TRANSITIONS, from) &&
  Object.hasOwn(TRANSACTION_TRANSITIONS[from as TransactionStatus], to)

const STATUS_WORDS: Readonly<Record<TransactionStatus, string>> = {
  [S.none]: 'none',
  [S.pending]: 'pending',
  [S.onBatch]: 'on batch',
  [S.notChecked]: 'not checked',
  [S.checked]: 'checked',
  [S.rejected]: 'rejected',
  [S.pastDue]: 'past due',
}

/** What staff read of a transaction's status; its number where no name is known. Source: docs/glossary.md. */
export const transactionStatusText = (status: number): string =>
  STATUS_WORDS[status as TransactionStatus] ?? String(status)
