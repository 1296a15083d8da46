/** How a borrower pays. Numbers of product §3. */
export const PaymentMode = {
  ach: 15000,
  cash: 15001,
  cashierCheck: 15002,
  creditCard: 15003,
  debitCard: 15004,
  moneyGram: 15005,
  moneyOrder: 15006,
  personalCheck: 15007,
  westernUnion: 15008,
  wire: 15009,
  loanTransfer: 15010,
  none: 15011,
  wageAssignment: 15012,
  instantFund: 15014,
} as const
export type PaymentMode = (typeof PaymentMode)[keyof typeof PaymentMode]

/** Whether a number from outside is a payment mode. */
export const isPaymentMode = (code: number): code is PaymentMode =>
  Object.values<number>(PaymentMode).includes(code)
