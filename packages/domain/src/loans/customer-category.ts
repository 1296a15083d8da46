/**
 * Whether the borrower has had a loan here before.
 *
 * Source: product.md §3.
 */
export const CustomerCategory = {
  new: 1,
  returning: 2,
} as const

export type CustomerCategory = (typeof CustomerCategory)[keyof typeof CustomerCategory]
