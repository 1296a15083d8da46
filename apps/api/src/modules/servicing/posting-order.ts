import type { manualPosting, postingKind, postingOrder } from '@dolphin/contract/shapes/manual-posting'
import { type ManualPosting, manualPostingPlace } from '@dolphin/database/servicing/manual-posting-repository'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, moneyToWire, parseMoney } from '@dolphin/domain/money/cents'
import {
  RECEIPT_REVERSAL_REASONS,
  type ReceiptReversalReason,
} from '@dolphin/domain/payments/receipt-reversal'
import { type ChangeType, isPaymentMode, type PaymentMode } from '@dolphin/domain/payments/codes'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'

export type PostingKindName = z.output<typeof postingKind>
type WireOrder = z.output<typeof postingOrder>

/** What a posting by hand is to do; what its kind does not need is null. */
export interface PostingOrder {
  readonly kind: PostingKindName
  readonly changeType: ChangeType
  readonly amount: Cents | null
  readonly effectiveDate: LocalDate
  readonly transactionNo: string | null
  readonly installmentNo: number | null
  readonly paymentMode: PaymentMode | null
  readonly reversalReason: ReceiptReversalReason | null
  readonly rightLoanNo: string | null
}

/** From the wire, which has checked the formats. */
export function orderOf({ changeTypeCode, amount, effectiveDate, ...order }: WireOrder): PostingOrder {
  const date = parseLocalDate(effectiveDate)
  assert(date !== undefined, 'the call takes dates only')
  const cents = amount === null ? null : (parseMoney(amount) ?? null)
  const { kind, transactionNo, installmentNo, paymentMode, reversalReason, rightLoanNo } = order
  return {
    kind,
    changeType: changeTypeCode,
    amount: cents,
    effectiveDate: date,
    transactionNo,
    installmentNo,
    paymentMode,
    reversalReason,
    rightLoanNo,
  }
}

/** As an employee entered it. */
export function storedOrder(posting: ManualPosting): PostingOrder {
  const { kind, changeType, amount, effectiveDate, transactionNo, details } = posting
  const installmentNo = Number(details['installmentNo'])
  const paymentMode = Number(details['paymentMode'])
  const { rightLoanNo } = details
  return {
    // The columns hold what the call took and nothing else.
    kind: kind as PostingKindName,
    changeType: changeType as ChangeType,
    amount,
    effectiveDate,
    transactionNo,
    installmentNo: installmentNo > 0 ? installmentNo : null,
    paymentMode: isPaymentMode(paymentMode) ? paymentMode : null,
    reversalReason: RECEIPT_REVERSAL_REASONS.find((one) => one === details['reversalReason']) ?? null,
    rightLoanNo: typeof rightLoanNo === 'string' ? rightLoanNo : null,
  }
}

/** What of an order has no column of its own. */
export const detailsOf = ({
  installmentNo,
  paymentMode,
  reversalReason,
  rightLoanNo,
}: PostingOrder): ManualPosting['details'] => ({
  ...(installmentNo === null ? {} : { installmentNo }),
  ...(paymentMode === null ? {} : { paymentMode }),
  ...(reversalReason === null ? {} : { reversalReason }),
  ...(rightLoanNo === null ? {} : { rightLoanNo }),
})

/** An order as the wire has it. */
function wireOrder({ changeType, amount, effectiveDate, ...order }: PostingOrder): WireOrder {
  return {
    ...order,
    changeTypeCode: changeType,
    amount: amount === null ? null : moneyToWire(amount),
    effectiveDate: formatLocalDate(effectiveDate),
  }
}

/** A posting as employees see it, with its note. */
export function postingView(cipher: FieldCipher, posting: ManualPosting): z.output<typeof manualPosting> {
  const { postingNo, state, enteredBy, enteredAt, confirmedBy, confirmedAt } = posting
  return {
    ...wireOrder(storedOrder(posting)),
    postingNo,
    state,
    note: posting.note === null ? '' : cipher.open(manualPostingPlace(posting), posting.note),
    enteredBy,
    enteredAt: isoInZone(enteredAt, NEW_YORK),
    confirmedBy,
    confirmedAt: confirmedAt && isoInZone(confirmedAt, NEW_YORK),
  }
}
