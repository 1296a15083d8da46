/**
 * What came of asking for a loan amount.
 *
 * Source: product.md §3.
 */
export const AmountResult = {
  availableMatched: 1,
  availableUnmatched: 2,
  unavailable: 3,
} as const

export type AmountResult = (typeof AmountResult)[keyof typeof AmountResult]
