/** Requests that alter a live loan. Numbers of product §3; the refunds' meanings of domain §10. */
export const ChangeType = {
  none: 0,
  payOff: 101,
  payOffInN: 102,
  payDown: 103,
  revokeFutureAch: 104,
  changePayrollDate: 105,
  changePayrollFrequency: 106,
  changePaymentMode: 107,
  paydayOnHoliday: 108,
  paydayAvailability: 109,
  payFixedAmount: 111,
  skip: 201,
  makeup: 202,
  changeAmount: 203,
  changeMode: 204,
  changeDate: 205,
  partialMakeup: 206,
  refundOverpayment: 301,
  refundDuplicateDebit: 302,
  refundFee: 303,
  refundInterest: 304,
  refundGoodwill: 305,
  refundAfterCancellation: 306,
  manualReject: 901,
  manualChecked: 903,
  cancelChange: 905,
} as const
export type ChangeType = (typeof ChangeType)[keyof typeof ChangeType]

/** Whether a number from outside is a change type. */
export const isChangeType = (code: number): code is ChangeType =>
  Object.values<number>(ChangeType).includes(code)
