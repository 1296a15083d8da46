import { PaymentMode } from '@dolphin/domain/payments/codes'
import { dayText, moneyText } from '../../app/wire-text.ts'
import type { ChangeKind } from './change-kinds.ts'
import type { ChangeResult } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { firstNewRow, nextRow, singleRow } from './preview-rows.ts'

/** The button names the act: "Pay $120.00 on Fri, Dec 4, 2026" (ux.md "Confirm money moves"). */
export function confirmText(kind: ChangeKind, preview: ChangeResult): string {
  const { expected } = preview
  if (expected !== null) {
    const values = { amount: moneyText(expected.amount), date: dayText(expected.by) }
    return changeText(expected.paymentMode === PaymentMode.debitCard ? 'confirmCall' : 'confirmSend', values)
  }
  const single = singleRow(preview)
  if (single === undefined) return scheduleText(kind, preview)
  const values = { amount: moneyText(preview.quote?.total ?? single.amount), date: dayText(single.dueDate) }
  return changeText('confirmPay', values)
}

/** A change that takes nothing by itself: what it does to the payments. */
function scheduleText(kind: ChangeKind, preview: ChangeResult): string {
  switch (kind) {
    case 'stop-automatic':
      return changeText('confirmStop')
    case 'stop-one':
      return changeText('confirmStopOne', { date: dayText(preview.holdsFrom) })
    case 'way-to-pay':
      return changeText('confirmWay')
    case 'payday':
    case 'frequency':
    case 'holiday':
    case 'availability':
      return datesText(preview)
    case 'help':
    case 'pay-off':
    case 'pay-off-in-n':
    case 'fixed-amount':
    case 'extra-payment':
      return paymentsText(preview)
  }
}

function paymentsText(preview: ChangeResult): string {
  const next = firstNewRow(preview) ?? nextRow(preview)
  if (next === undefined) return changeText('confirm')
  return changeText('confirmPayments', { amount: moneyText(next.amount), date: dayText(next.dueDate) })
}

function datesText(preview: ChangeResult): string {
  const next = nextRow(preview)
  return next === undefined
    ? changeText('confirm')
    : changeText('confirmDates', { amount: moneyText(next.amount), date: dayText(next.dueDate) })
}
