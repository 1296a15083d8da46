/**
 * Where the income comes from.
 *
 * Source: product.md §3.
 */
export const IncomeType = {
  disability: 7000,
  socialSecurity: 7001,
  employed: 7002,
  unemployment: 7003,
  pension: 7004,
  others: 7005,
} as const

export type IncomeType = (typeof IncomeType)[keyof typeof IncomeType]
