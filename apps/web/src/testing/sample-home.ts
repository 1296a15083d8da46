import { type HomeFlag, LoanStatus } from '@dolphin/domain/loans/codes'
import { PaymentMode, TransactionMode } from '@dolphin/domain/payments/codes'
import type { CallValue } from '../api-client/call.ts'

export type HomeLoan = CallValue<'listDisbursementLoan'>['loans'][number]

/** A loan that is not funded yet: by default an application that was begun. */
export const aHomeLoan = (overrides: Partial<HomeLoan> = {}): HomeLoan => ({
  loanNo: '118-0000017',
  applicationNo: 'A-1',
  loanStatus: LoanStatus.initializing,
  subStatus: null,
  reviewStatus: null,
  trackerStep: null,
  amount: null,
  offer: null,
  effectiveDate: null,
  firstPaymentDate: null,
  firstPaymentAmount: null,
  method: TransactionMode.ach,
  account: { routingNumber: '•••••0012', accountMasked: '••••6789', bankName: 'Sample Bank' },
  checkAddress: null,
  mailedOn: null,
  sameDayTip: false,
  datesToPick: [],
  datesToSign: [],
  apr: null,
  signedApr: null,
  signsAgain: false,
  requestCode: null,
  signStatus: null,
  loanFlags: [],
  next: '/application/link-1',
  hasQualifiedPrincipal: false,
  reasons: [],
  statementInReview: false,
  cancelable: true,
  statusNotes: [],
  linkBankAgain: false,
  ...overrides,
})

type RepaymentLoan = CallValue<'listRepaymentLoan'>['loans'][number]

/** The first of the two payments. */
const NEXT: NonNullable<RepaymentLoan['nextPayment']> = {
  date: '2026-03-20',
  total: '288.51',
  sentBy: 'us',
  reason: null,
  accountMasked: '••••6789',
  changeableUntil: '2026-03-18T17:00:00-04:00',
  parts: [
    {
      purpose: 'installment',
      installmentNo: 1,
      amount: '288.51',
      sentBy: 'us',
      reason: null,
      changeableUntil: '2026-03-18T17:00:00-04:00',
    },
  ],
}

/** A loan in repayment: 500.00 in two payments, nothing paid yet. */
export const aRepaymentLoan = (overrides: Partial<RepaymentLoan> = {}): RepaymentLoan => ({
  loanNo: '118-0000017',
  loanStatus: LoanStatus.disbursed,
  subStatus: null,
  reviewStatus: null,
  settled: false,
  approvedAmount: '500.00',
  effectiveDate: '2026-03-06',
  balance: '500.00',
  payoffToday: '503.56',
  savedByPayingEarly: '0.00',
  paid: '0.00',
  leftToPay: '577.02',
  progress: '0.00',
  installmentsPaid: 0,
  installmentsTotal: 2,
  firstPaymentDate: '2026-03-20',
  nextDueDate: '2026-03-20',
  nextDueAmount: '288.51',
  nextPayment: NEXT,
  lastDueDate: '2026-04-03',
  pastDueAmount: '0.00',
  pastDueParts: [],
  daysOverdue: 0,
  paymentMode: PaymentMode.ach,
  account: { routingNumber: '•••••0012', accountMasked: '••••6789', bankName: 'Sample Bank' },
  automatic: { on: true, reason: null },
  openChange: null,
  changes: [],
  changeToSign: null,
  documents: [],
  statusNotes: [],
  ...overrides,
})

const installment = (installmentNo: number, dueDate: string, balanceAfter: string) => ({
  installmentNo,
  dueDate,
  principal: '250.00',
  interest: '38.51',
  fee: '0.00',
  amount: '288.51',
  balanceAfter,
  status: 0 as const,
  flags: 0,
})

/** The same loan with its schedule. */
export const aPaymentDetail = (): CallValue<'paymentDetail'> => ({
  loanNo: '118-0000017',
  portfolioId: 118,
  loanStatus: LoanStatus.disbursed,
  subStatus: null,
  reviewStatus: null,
  settled: false,
  approvedAmount: '500.00',
  effectiveDate: '2026-03-06',
  apr: '258.32',
  signedApr: null,
  balance: '500.00',
  payoffToday: '503.56',
  perDiem: '3.56',
  paid: '0.00',
  nextDueDate: '2026-03-20',
  nextDueAmount: '288.51',
  nextPayment: NEXT,
  daysOverdue: 0,
  pastDueAmount: '0.00',
  pastDueParts: [],
  paymentMode: PaymentMode.ach,
  account: null,
  installments: [installment(1, '2026-03-20', '250.00'), installment(2, '2026-04-03', '0.00')],
  transactions: [],
  earlierTransactions: 0,
  timeline: [],
  automatic: { on: true, reason: null },
  uncovered: '0.00',
  uncoveredNow: '0.00',
  uncoveredNote: null,
  interestToday: '3.56',
  feesDue: '0.00',
  transactionFees: [],
  openChange: null,
  changeToSign: null,
  changes: [],
  couponCode: null,
  couponDetails: null,
  statusNotes: [],
  linkBankAgain: false,
})

/** What the home page reads: the loans not yet funded under a flag. */
export const aHome = (homeFlag: HomeFlag, loans: HomeLoan[]): CallValue<'listDisbursementLoan'> => ({
  homeFlag,
  loans,
})
