import { z } from 'zod'
import { changeNo, dailyInterest, instant, isoDate, loanNo, money, signedMoney, text } from '../wire.ts'
import { formActionModeCode, notificationCode } from '../wire-codes.ts'
import { changeTypeCode, customerChangeTypeCode, paymentModeCode } from '../wire-payment-codes.ts'
import { signatureMark } from './document-model.ts'
import { sentBy } from './next-payment.ts'
import { installment } from './payment-plan.ts'

/** What paying off costs on a day. Source: domain.md §10. */
const payoffQuote = z.strictObject({
  quoteId: text(64),
  principal: money,
  interest: money,
  fee: money,
  total: money,
  perDiem: dailyInterest,
  goodThrough: isoDate,
  goodUntil: instant,
  /** Debits already on their way, and what happens if one of them returns. */
  inFlight: z.array(z.strictObject({ dueDate: isoDate, amount: money })).max(120),
  inFlightText: text(500),
})

/** A payment still to come, before or after a change. */
const changeRow = z.strictObject({
  ...installment.shape,
  /** Null for a single debit that pays none of the schedule. */
  installmentNo: z.int().min(1).nullable(),
  /** On its way and no more to be stopped; as agreed before; made by the change; its single debit. */
  source: z.enum(['inFlight', 'agreed', 'new', 'single']),
  /** Whether we take it or the borrower sends it. */
  sentBy,
})

/** The fields that every change request has. Preview 0 changes nothing; save 1 does. */
export const changeRequestFields = {
  loanNo,
  mode: formActionModeCode,
  /** The quote shown by the preview, so that what is saved is what was read. */
  quoteId: text(64).optional(),
  /** Signs the amendment where the preview says `needsSignature`. */
  mark: signatureMark.optional(),
}

/** The answer to a preview and to a save: old and new side by side. */
export const changeResult = z.strictObject({
  loanNo,
  mode: formActionModeCode,
  changeTypeCode: customerChangeTypeCode,
  changeNo: changeNo.nullable(),
  /** Names what was worked out; a save that sends it is refused where the figures have changed. */
  quoteId: text(64),
  oldSchedule: z.array(changeRow).max(250),
  newSchedule: z.array(changeRow).max(250),
  /** The one payment that it makes or expects besides the schedule; null of one that only changes the schedule. */
  payment: z.strictObject({ amount: money, date: isoDate, sentBy }).nullable(),
  totalBefore: money,
  totalAfter: money,
  quote: payoffQuote.nullable(),
  /** A payoff or extra payment that we do not take: sent or made by phone by this day; until then nothing changes. */
  expected: z.strictObject({ paymentMode: paymentModeCode, amount: money, by: isoDate }).nullable(),
  paymentMode: paymentModeCode,
  /** Total still to be paid, new minus old: negative saves money. */
  costDifference: signedMoney,
  lastDateMovesByDays: z.int(),
  holdsFrom: isoDate,
  /** The last moment to change a debit already near. */
  cutOffAt: instant,
  needsSignature: z.boolean(),
  requestCode: text(64).nullable(),
  /** Null in a preview, and where a payment is only expected. */
  notification: notificationCode.nullable(),
  documentNo: text(64).nullable(),
  remarks: z.array(text(500)).max(10),
})

export const changeEntry = z.strictObject({
  changeNo,
  loanNo,
  changeTypeCode,
  /** `toSign`: sent by the lender; nothing changes before the borrower signs. */
  status: z.enum(['toSign', 'open', 'applied', 'cancelled', 'done', 'failed']),
  requestedAt: instant,
  holdsFrom: isoDate,
  cancelable: z.boolean(),
  /** The last moment to take it back; of one to sign, to sign it. */
  cancelUntil: instant,
  /** Its debit was not sent on its day: the last day to confirm it again at the same amount. Else null. */
  confirmAgainBy: isoDate.nullable(),
  /** The one payment that it makes or expects besides the schedule; null of one that only changes the schedule. */
  payment: z.strictObject({ amount: money, date: isoDate, sentBy }).nullable(),
  /** Total still to be paid, after minus before: negative saves money. Null where it was not worked out. */
  costDifference: signedMoney.nullable(),
  /** Payments that it takes off the schedule, without those that it puts in their place. */
  canceledPayments: z.int().nonnegative(),
  /** Its receipt or signed amendment. */
  documentNo: text(64).nullable(),
  text: text(300),
})
