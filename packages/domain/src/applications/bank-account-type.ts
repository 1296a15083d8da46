/**
 * Kind of bank account.
 *
 * Source: product.md §3.
 */
export const BankAccountType = {
  savings: 3000,
  checking: 3001,
  moneyMarket: 3002,
} as const

export type BankAccountType = (typeof BankAccountType)[keyof typeof BankAccountType]
