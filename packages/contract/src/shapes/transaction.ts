import { TransactionPurpose } from '@dolphin/domain/payments/codes'
import { z } from 'zod'
import { instant, isoDate, maskedNumber, money, text } from '../wire.ts'
import {
  paymentModeCode,
  transactionModeCode,
  transactionStatusCode,
  transactionTypeCode,
} from '../wire-payment-codes.ts'
import { sentBy } from './next-payment.ts'

/** One transaction. Source: domain.md §1. */
export const transaction = z.strictObject({
  transactionNo: text(64),
  type: transactionTypeCode,
  /** How it moves: a rail for credits and automatic debits, a payment mode for what people pay by hand. */
  mode: z.union([transactionModeCode, paymentModeCode]),
  amount: money,
  effectiveDate: isoDate,
  status: transactionStatusCode,
  installmentNo: z.int().min(1).nullable(),
  traceNumber: text(15).nullable(),
  /** ACH return reason such as R01, with its words. */
  returnCode: text(3).nullable(),
  returnReason: text(200).nullable(),
  createdAt: instant,
})

const paymentPhase = z.enum(['scheduled', 'sent', 'taken', 'cleared', 'cameBack', 'notSent', 'pastDue'])

/** One payment on its way: each step done or with the day on which it is expected. Source: domain.md §9. */
export const paymentTimeline = z.strictObject({
  transactionNo: text(64).nullable(),
  installmentNo: z.int().min(1).nullable(),
  purpose: z.enum(TransactionPurpose),
  /** To us, or to the borrower. */
  direction: z.enum(['in', 'out']),
  amount: money,
  date: isoDate,
  /** The borrower has stopped its debit and sends it. */
  stopped: z.boolean(),
  /** Whether we take it or the borrower sends it; to the borrower, always us. */
  sentBy,
  phase: paymentPhase,
  mayComeBackUntil: isoDate.nullable(),
  steps: z.array(z.strictObject({ phase: paymentPhase, date: isoDate, done: z.boolean() })).max(8),
  /** Why it came back, or what the debit eligibility check said. */
  reason: text(500).nullable(),
})

/** A fee of the loan: kind, mode, amount, when. */
export const transactionFee = z.strictObject({
  kind: z.enum(['originationFee', 'returnedPaymentFee']),
  mode: z.enum(['prepaid', 'perEvent']),
  amount: money,
  when: isoDate.nullable(),
  text: text(300),
})

/** A bank account as people may see it. */
export const bankAccount = z.strictObject({
  routingNumber: maskedNumber,
  accountMasked: maskedNumber,
  bankName: text(120).nullable(),
})
