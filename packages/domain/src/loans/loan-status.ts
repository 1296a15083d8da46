/**
 * Where a loan stands in its life; only loan-life.ts moves it.
 *
 * Source: product.md §4.
 */
export const LoanStatus = {
  initializing: 101,
  originating: 102,
  withdrawn: 103,
  approved: 104,
  pending: 201,
  disbursed: 202,
  processing: 203,
  suspended: 204,
  collecting: 205,
  terminated: 206,
} as const

export type LoanStatus = (typeof LoanStatus)[keyof typeof LoanStatus]

/** The status by its name, for tables and logs. */
export type LoanStatusName = keyof typeof LoanStatus
