import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { changeEntry } from '../../shapes/loan-change.ts'
import { installment } from '../../shapes/payment-plan.ts'
import { bankAccount, paymentTimeline, transaction, transactionFee } from '../../shapes/transaction.ts'
import { loanStatusCode, loanSubStatus, reviewStatusCode } from '../../wire-codes.ts'
import { customerChangeTypeCode, paymentModeCode } from '../../wire-payment-codes.ts'
import { isoDate, loanNo, money, percent, portfolioId, text } from '../../wire.ts'

export const paymentDetailCall = defineCall({
  name: 'paymentDetail',
  method: 'GET',
  path: '/dolphin-loan/online/payment-detail',
  feature: 'repayment',
  access: 'customer',
  request: {
    query: z.strictObject({
      loanNo,
      /** The newest by default: all that are on their way and the last of those that are done or came back. */
      movements: z.enum(['newest', 'all']).optional(),
    }),
  },
  reply: z.strictObject({
    loanNo,
    portfolioId,
    loanStatus: loanStatusCode,
    subStatus: loanSubStatus.nullable(),
    reviewStatus: reviewStatusCode.nullable(),
    approvedAmount: money,
    effectiveDate: isoDate.nullable(),
    apr: percent,
    /** Principal still owed. */
    balance: money,
    payoffToday: money,
    perDiem: money,
    paid: money,
    nextDueDate: isoDate.nullable(),
    nextDueAmount: money.nullable(),
    daysOverdue: z.int().nonnegative(),
    pastDueAmount: money,
    paymentMode: paymentModeCode,
    account: bankAccount.nullable(),
    installments: z.array(installment).max(200),
    transactions: z.array(transaction).max(1_000),
    /** Movements before those, for `movements=all`. */
    earlierTransactions: z.int().nonnegative(),
    /** Those movements and every payment to come, by day: how far each is and what is expected when. */
    timeline: z.array(paymentTimeline).max(1_500),
    /** Whether payments are taken by themselves, and why not. */
    automatic: z.strictObject({ on: z.boolean(), reason: text(500).nullable() }),
    /** Owed, but in none of the payments to come. */
    uncovered: money,
    interestToday: money,
    feesDue: money,
    transactionFees: z.array(transactionFee).max(100),
    openChange: changeEntry.nullable(),
    /** What may be asked for now, and why not where not. */
    changes: z
      .array(
        z.strictObject({
          changeTypeCode: customerChangeTypeCode,
          allowed: z.boolean(),
          reason: text(300).nullable(),
        }),
      )
      .max(20),
    couponCode: text(40).nullable(),
    couponDetails: text(500).nullable(),
  }),
  refusals: ['loanNotFound', 'loanStatusInvalid'],
  idempotent: false,
  summary: 'A loan in repayment: installments, transactions, balance, what is due',
  source: 'product.md §7',
})
