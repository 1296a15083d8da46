/**
 * How one signing ceremony stands. Only `signed` leads to the success flow.
 *
 * Source: product.md §4.
 */
export const SignStatus = {
  notSigned: 0,
  signed: 1,
  expired: 2,
  cancelled: 3,
  voided: 4,
  suspended: 5,
} as const

export type SignStatus = (typeof SignStatus)[keyof typeof SignStatus]
