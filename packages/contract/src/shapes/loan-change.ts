import { z } from 'zod'
import { changeNo, instant, isoDate, loanNo, money, signedMoney, text } from '../wire.ts'
import { formActionModeCode, notificationCode } from '../wire-codes.ts'
import { changeTypeCode, customerChangeTypeCode, paymentModeCode } from '../wire-payment-codes.ts'
import { installment } from './payment-plan.ts'

/** What paying off costs on a day. Source: domain.md §10. */
export const payoffQuote = z.strictObject({
  quoteId: text(64),
  principal: money,
  interest: money,
  fee: money,
  total: money,
  perDiem: money,
  goodThrough: isoDate,
  goodUntil: instant,
  /** Debits already on their way, and what happens if one of them returns. */
  inFlight: z.array(z.strictObject({ dueDate: isoDate, amount: money })).max(120),
  inFlightText: text(500),
})

/** The parts that every change request has. Preview 0 changes nothing; save 1 does. */
export const changeRequestParts = {
  loanNo,
  mode: formActionModeCode,
  /** The quote shown by the preview, so that what is saved is what was read. */
  quoteId: text(64).optional(),
}

/** The answer to a preview and to a save: old and new side by side. */
export const changeResult = z.strictObject({
  loanNo,
  mode: formActionModeCode,
  changeTypeCode: customerChangeTypeCode,
  changeNo: changeNo.nullable(),
  oldSchedule: z.array(installment).max(120),
  newSchedule: z.array(installment).max(120),
  quote: payoffQuote.nullable(),
  paymentMode: paymentModeCode,
  /** Total still to be paid, new minus old: negative saves money. */
  costDifference: signedMoney,
  lastDateMovesByDays: z.int(),
  holdsFrom: isoDate,
  /** The last moment to change a debit already near. */
  cutOffAt: instant,
  needsSignature: z.boolean(),
  requestCode: text(64).nullable(),
  notification: notificationCode.nullable(),
  documentNo: text(64).nullable(),
  remarks: z.array(text(500)).max(10),
})

export const changeEntry = z.strictObject({
  changeNo,
  loanNo,
  changeTypeCode,
  status: z.enum(['open', 'applied', 'cancelled', 'done']),
  requestedAt: instant,
  holdsFrom: isoDate,
  cancellable: z.boolean(),
  text: text(300),
})
