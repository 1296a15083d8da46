/** Which way the money of a transaction goes. Numbers of product §3. */
export const TransactionType = {
  /** To the customer: the disbursement. */
  credit: 14000,
  /** From the customer: a payment. */
  debit: 14001,
  /** Back to the customer. */
  refund: 14002,
} as const
export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType]
