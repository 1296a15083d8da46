/** Labels that the agreement prints and the lint before signing looks for. Terms: 12 CFR 1026.18. */
export const KEY_LABELS = {
  apr: 'ANNUAL PERCENTAGE RATE',
  financeCharge: 'FINANCE CHARGE',
  amountFinanced: 'Amount financed',
  totalOfPayments: 'Total of payments',
} as const

export const ITEMIZATION_LABELS = {
  paidToBorrower: 'Amount given to you directly',
  prepaidFinanceCharge: 'Prepaid finance charge (origination fee)',
  principal: 'Principal of your loan',
} as const

/** Printed where the loan has a coupon. */
export const COUPON_LABELS = {
  couponCode: 'Coupon',
  couponSaving: 'The coupon lowers your finance charge by',
} as const

export const BOX_SCHEDULE = {
  caption: 'Your payment schedule will be',
  columns: ['Number of payments', 'Amount of each payment', 'When payments are due'],
} as const

export const SCHEDULE = {
  caption: 'Every payment, what it repays and what is left',
  columns: ['Payment', 'Due date', 'Amount', 'Principal', 'Interest', 'Principal left'],
} as const
