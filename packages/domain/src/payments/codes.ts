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

/** How a borrower chooses to pay off early. Numbers of product §3. */
export const PayoffOption = { oneTimePayment: 510, payOffInN: 102, fixedAmount: 111 } as const

export type PayoffOption = (typeof PayoffOption)[keyof typeof PayoffOption]

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

/** Which way the money of a transaction goes. Numbers of product §3. */
export const TransactionType = {
  /** To the customer: the disbursement. */
  credit: 14000,
  /** From the customer: a payment. */
  debit: 14001,
  /** Back to the customer. */
  refund: 14002,
} as const

export type TransactionType = (typeof TransactionType)[keyof typeof TransactionType]

/** The rail one transaction runs on. Numbers of product §3, the missing ones of domain §1. */
export const TransactionMode = {
  ach: 15000,
  none: 15011,
  paperCheck: 15013,
  tpt: 15016,
  rtt: 15017,
  rcc: 15018,
} as const

export type TransactionMode = (typeof TransactionMode)[keyof typeof TransactionMode]

/** What a transaction is for. */
export const TransactionPurpose = {
  /** The amount paid out at the start. */
  disbursement: 'disbursement',
  /** An agreed payment of the schedule. */
  installment: 'installment',
  /** A returned item sent again. */
  representment: 'representment',
  payOff: 'payOff',
  payDown: 'payDown',
  /** A payment made once by hand of the borrower, outside the schedule. */
  payNow: 'payNow',
  /** The principal taken back when a loan is canceled. */
  rescission: 'rescission',
  refund: 'refund',
  /** Money that came by another way and was entered by an employee. */
  receipt: 'receipt',
  /** An entry of ours that was wrong is taken back: of a payment as a refund, of money paid out as a debit. */
  reversal: 'reversal',
} as const

export type TransactionPurpose = (typeof TransactionPurpose)[keyof typeof TransactionPurpose]

/** Whether a transaction pays the debt; a debit that calls paid-out money back does not. */
export const isPayment = ({
  type,
  purpose,
}: {
  readonly type: number
  readonly purpose: TransactionPurpose
}): boolean => type === TransactionType.debit && purpose !== TransactionPurpose.reversal

/** How far one transaction has come. Numbers of product §3. */
export const TransactionStatus = {
  pastDue: -2,
  rejected: -1,
  /** Planned. */
  none: 0,
  /** Inside the cut-off window, eligibility is checked. */
  pending: 1,
  /** Settled, the return window is open. */
  notChecked: 2,
  /** Two banking days have passed without a return. */
  checked: 3,
  onBatch: 4,
} as const

export type TransactionStatus = (typeof TransactionStatus)[keyof typeof TransactionStatus]

/** Settled and not returned: money of which the debt knows. */
export const SETTLED_STATUSES: readonly number[] = [TransactionStatus.notChecked, TransactionStatus.checked]

/** With the bank and not returned. */
export const SENT_STATUSES: readonly number[] = [TransactionStatus.onBatch, ...SETTLED_STATUSES]

/** With the bank, about to be, or settled: nothing more is asked for. */
export const PRESENTED_STATUSES: readonly number[] = [TransactionStatus.pending, ...SENT_STATUSES]

/** With the bank or about to be, not settled. */
export const IN_FLIGHT_STATUSES: readonly number[] = [TransactionStatus.pending, TransactionStatus.onBatch]

/** Planned, or in flight: one that is planned by itself, such as a retry, comes as surely. */
export const COMING_STATUSES: readonly number[] = [TransactionStatus.none, ...IN_FLIGHT_STATUSES]

/**
 * Whether a debit counts for the installment that it names: a payment that the borrower makes once by hand and that
 * failed or was taken back leaves the installment as it was. Source: domain.md §14, "one amount, several ways to collect
 * it".
 */
export const countsForInstallment = ({
  purpose,
  status,
}: {
  readonly purpose: TransactionPurpose
  readonly status: number
}): boolean => purpose !== TransactionPurpose.payNow || !FAILED_STATUSES.includes(status)

/** In flight, or still able to come back within the usual days. */
export const OPEN_STATUSES: readonly number[] = [...IN_FLIGHT_STATUSES, TransactionStatus.notChecked]

/** Planned, in flight, or still able to come back. */
export const UNCHECKED_STATUSES: readonly number[] = [TransactionStatus.none, ...OPEN_STATUSES]

/** Came back, or missed its day. */
export const FAILED_STATUSES: readonly number[] = [TransactionStatus.rejected, TransactionStatus.pastDue]

/** Marks on an installment; bits, so that several hold at once. Numbers of product §3, meanings of domain §1. */
export const InstallmentFlag = {
  default: 0,
  deleted: 1,
  fullyRefunded: 2,
  cancelled: 4,
  collection: 8,
  partlyRefunded: 16,
  new: 256,
} as const

export type InstallmentFlag = (typeof InstallmentFlag)[keyof typeof InstallmentFlag]
