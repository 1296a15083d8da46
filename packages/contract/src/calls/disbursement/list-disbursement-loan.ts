import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { declineReason } from '../../shapes/decline-reason.ts'
import { bankAccount } from '../../shapes/transaction.ts'
import {
  homeFlagCode,
  loanFlagCode,
  loanStatusCode,
  loanSubStatus,
  reviewStatusCode,
  signStatusCode,
  trackerStepCode,
} from '../../wire-codes.ts'
import { transactionModeCode } from '../../wire-payment-codes.ts'
import { applicationNo, instant, isoDate, loanNo, money, pagePath, requestCode } from '../../wire.ts'

const disbursementLoan = z.strictObject({
  loanNo,
  applicationNo,
  loanStatus: loanStatusCode,
  subStatus: loanSubStatus.nullable(),
  reviewStatus: reviewStatusCode.nullable(),
  trackerStep: trackerStepCode.nullable(),
  /** Null until an amount is chosen. */
  amount: money.nullable(),
  /** What is on offer, while no amount is chosen. */
  offer: z.strictObject({ minimum: money, maximum: money, expiresAt: instant }).nullable(),
  effectiveDate: isoDate.nullable(),
  firstPaymentDate: isoDate.nullable(),
  firstPaymentAmount: money.nullable(),
  method: transactionModeCode,
  account: bankAccount.nullable(),
  sameDayTip: z.boolean(),
  /** Dates that may still be picked, while that is possible. */
  datesToPick: z.array(isoDate).max(60),
  requestCode: requestCode.nullable(),
  signStatus: signStatusCode.nullable(),
  loanFlags: z.array(loanFlagCode).max(4),
  /** The page on which the borrower goes on. */
  next: pagePath,
  hasQualifiedPrincipal: z.boolean(),
  reasons: z.array(declineReason).max(4),
  cancellable: z.boolean(),
})

export const listDisbursementLoanCall = defineCall({
  name: 'listDisbursementLoan',
  method: 'GET',
  path: '/dolphin-loan/list-disbursement-loan',
  feature: 'disbursement',
  access: 'customer',
  request: {},
  reply: z.strictObject({ homeFlag: homeFlagCode, loans: z.array(disbursementLoan).max(200) }),
  refusals: [],
  idempotent: false,
  summary: 'Loans not yet funded, newest first, with the home flag',
  source: 'product.md §7',
})
