/** What a money movement is for. */
export const TransactionPurpose = {
  /** The amount paid out at the start. */
  disbursement: 'disbursement',
  /** An agreed payment of the schedule. */
  installment: 'installment',
  /** A returned item sent again. */
  representment: 'representment',
  payOff: 'payOff',
  payDown: 'payDown',
  /** A payment made once by hand of the borrower, outside the schedule. */
  payNow: 'payNow',
  /** The principal taken back when a loan is cancelled. */
  rescission: 'rescission',
  refund: 'refund',
  /** Money that came by another way and was entered by an employee. */
  receipt: 'receipt',
} as const
export type TransactionPurpose = (typeof TransactionPurpose)[keyof typeof TransactionPurpose]
