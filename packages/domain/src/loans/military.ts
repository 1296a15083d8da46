/**
 * Whether the borrower is a covered member of the military, as far as is known.
 *
 * Source: product.md §3.
 */
export const Military = {
  military: 1,
  unknown: 0,
  notMilitary: -1,
} as const

export type Military = (typeof Military)[keyof typeof Military]
