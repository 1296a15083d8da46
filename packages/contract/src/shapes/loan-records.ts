import { z } from 'zod'
import { personal } from '../personal-fields.ts'
import { instant, isoDate, loanNo, money, text } from '../wire.ts'
import { installmentFlags, transactionStatusCode } from '../wire-payment-codes.ts'
import { documentEntry } from './document-entry.ts'
import { transaction } from './transaction.ts'

const scheduleLine = z.strictObject({
  installmentNo: z.int().min(1),
  dueDate: isoDate,
  payment: money,
  interest: money,
  principal: money,
  fee: money,
  /** Null where it takes nothing any more. */
  balanceAfter: money.nullable(),
  status: transactionStatusCode,
  flags: installmentFlags,
})

/** One answer of the application, numbers by their last digits. */
const answerLine = z.strictObject({ section: text(60), question: text(64), answer: text(4_000) })

const consentLine = z.strictObject({ kind: text(60), version: text(40), given: z.boolean(), at: instant })

const noticeLine = z.strictObject({
  kind: text(60),
  queuedAt: instant,
  sentAt: instant.nullable(),
  failedAt: instant.nullable(),
})

/** What is on record about one loan, and the consents of its customer. */
export const loanRecords = z.strictObject({
  loanNo,
  /** Empty before the loan is funded. */
  schedule: z.array(scheduleLine).max(500),
  transactions: z.array(transaction).max(5_000),
  documents: z.array(documentEntry).max(1_000),
  /** Null: not for the reader's role. */
  answers: personal('answers', z.array(answerLine).max(1_000)).nullable(),
  consents: z.array(consentLine).max(1_000),
  notices: z.array(noticeLine).max(5_000),
})
