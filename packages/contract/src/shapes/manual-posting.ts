import { POSTING_ACTS } from '@dolphin/domain/servicing/acts/codes'
import { RECEIPT_REVERSAL_REASONS } from '@dolphin/domain/payments/receipt-reversal'
import { z } from 'zod'
import { instant, isoDate, loanNo, money, serialNo, text } from '../wire.ts'
import { changeTypeCode, paymentModeCode } from '../wire-payment-codes.ts'

export const postingKind = z.enum(POSTING_ACTS)

const reversalReason = z.enum(RECEIPT_REVERSAL_REASONS).nullable()
const rightLoanNo = loanNo.nullable()

/** What a posting by hand is to do; what a kind does not need is null. */
export const postingOrder = z.strictObject({
  kind: postingKind,
  /** 301-306 of a refund, 201-206 of a schedule change; else 0, 901, 903 or 905 as the kind says. */
  changeTypeCode,
  amount: money.nullable(),
  /** The day it counts from; of a schedule change the new date of the payment. */
  effectiveDate: isoDate,
  /** Of 302, 901, 903 and a receipt that is reversed: the transaction it is about. */
  transactionNo: text(64).nullable(),
  /** Of 201-203, 205 and 206: the payment. */
  installmentNo: serialNo.nullable(),
  /** How money came (receipt), or how payments are made from now on (204). */
  paymentMode: paymentModeCode.nullable(),
  /** Of a receipt that is reversed: why. */
  reversalReason: reversalReason.default(null),
  /** Of a receipt on the wrong loan: the loan that it moves to, where that is known. */
  rightLoanNo: rightLoanNo.default(null),
})

/** A posting by hand as it stands. */
export const manualPosting = z.strictObject({
  ...postingOrder.shape,
  reversalReason,
  rightLoanNo,
  postingNo: text(64),
  state: z.enum(['entered', 'posted']),
  note: text(2_000),
  enteredBy: text(120),
  enteredAt: instant,
  confirmedBy: text(120).nullable(),
  confirmedAt: instant.nullable(),
})
