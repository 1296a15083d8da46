/**
 * Whether an account may be signed in to; `duplicate` means that the e-mail is already used.
 *
 * Source: product.md §4.
 */
export const AccountStatus = {
  active: 1,
  inactive: -1,
  duplicate: -2,
  frozen: -3,
} as const

export type AccountStatus = (typeof AccountStatus)[keyof typeof AccountStatus]
