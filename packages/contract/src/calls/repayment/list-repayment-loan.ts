import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { documentEntry } from '../../shapes/document-entry.ts'
import { homeFlagCode, loanStatusCode, loanSubStatus, reviewStatusCode } from '../../wire-codes.ts'
import { isoDate, loanNo, money, percent } from '../../wire.ts'

const repaymentLoan = z.strictObject({
  loanNo,
  loanStatus: loanStatusCode,
  subStatus: loanSubStatus.nullable(),
  reviewStatus: reviewStatusCode.nullable(),
  approvedAmount: money,
  effectiveDate: isoDate,
  balance: money,
  payoffToday: money,
  paid: money,
  /** Share of the total that is paid, per cent. */
  progress: percent,
  installmentsPaid: z.int().nonnegative(),
  installmentsTotal: z.int().nonnegative(),
  firstPaymentDate: isoDate.nullable(),
  nextDueDate: isoDate.nullable(),
  nextDueAmount: money.nullable(),
  lastDueDate: isoDate.nullable(),
  pastDueAmount: money,
  daysOverdue: z.int().nonnegative(),
  documents: z.array(documentEntry).max(50),
})

export const listRepaymentLoanCall = defineCall({
  name: 'listRepaymentLoan',
  method: 'GET',
  path: '/dolphin-loan/list-repayment-loan',
  feature: 'repayment',
  access: 'customer',
  request: {},
  reply: z.strictObject({ homeFlag: homeFlagCode, loans: z.array(repaymentLoan).max(200) }),
  refusals: [],
  idempotent: false,
  summary: 'Loans in repayment and past ones, newest first, with the home flag',
  source: 'product.md §7',
})
