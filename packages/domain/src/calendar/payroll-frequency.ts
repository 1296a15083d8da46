/** How often an employer pays. Numbers of product §3. */
export const PayrollFrequency = {
  biWeekly: 17000,
  monthly: 17001,
  semiMonthly: 17002,
  weekly: 17003,
} as const
export type PayrollFrequency = (typeof PayrollFrequency)[keyof typeof PayrollFrequency]

/** Period in days and periods per year, as product §3 gives them (months count 30, half months 15 days). */
export const PAYROLL_PERIODS = {
  [PayrollFrequency.weekly]: { periodDays: 7, perYear: 52 },
  [PayrollFrequency.biWeekly]: { periodDays: 14, perYear: 26 },
  [PayrollFrequency.semiMonthly]: { periodDays: 15, perYear: 24 },
  [PayrollFrequency.monthly]: { periodDays: 30, perYear: 12 },
} as const satisfies Record<PayrollFrequency, { periodDays: number; perYear: number }>

/** How often installments fall due: product §3 and §9 allow only these two. */
export const PaymentFrequency = {
  weekly: PayrollFrequency.weekly,
  biWeekly: PayrollFrequency.biWeekly,
} as const
export type PaymentFrequency = (typeof PaymentFrequency)[keyof typeof PaymentFrequency]

/** Whether a number from outside is a frequency at which installments may fall due. */
export const isPaymentFrequency = (code: number): code is PaymentFrequency =>
  code === PaymentFrequency.weekly || code === PaymentFrequency.biWeekly
