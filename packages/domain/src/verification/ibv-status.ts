/**
 * How far instant bank verification has come.
 *
 * Source: product.md §4.
 */
export const IbvStatus = {
  otherError: -3,
  financialInstitutionError: -2,
  accountError: -1,
  notStarted: 0,
  startedNotCompleted: 1,
  loginVerified: 3,
  inProgress: 20,
  successful: 100,
} as const

/** The borrower has signed in at the bank, and what it knows is being read. */
export const READING_STATUSES: readonly IbvStatus[] = [IbvStatus.loginVerified, IbvStatus.inProgress]

export type IbvStatus = (typeof IbvStatus)[keyof typeof IbvStatus]
