/**
 * The sections of an application, in the order in which they are walked.
 *
 * Source: product.md §3.
 */
export const SectionKey = {
  summary: 'summary',
  personal: 'personal',
  employment: 'employment',
  bank: 'bank',
  question: 'question',
  ibv: 'IBV',
  loanDetail: 'loanDetail',
  paymentSchedule: 'paymentSchedule',
  paymentFee: 'paymentFee',
} as const

export type SectionKey = (typeof SectionKey)[keyof typeof SectionKey]

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

/**
 * Full or part time.
 *
 * Source: product.md §3.
 */
export const JobType = {
  fullTime: 1000,
  partTime: 1001,
} as const

export type JobType = (typeof JobType)[keyof typeof JobType]

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
