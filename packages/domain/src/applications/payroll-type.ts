/**
 * How the income is paid out.
 *
 * Source: product.md §3.
 */
export const PayrollType = {
  directDeposit: 18000,
  paperCheck: 18001,
  cash: 18002,
  unemployedInsurance: 18003,
} as const

export type PayrollType = (typeof PayrollType)[keyof typeof PayrollType]
