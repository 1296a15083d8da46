import { PaymentMode } from '@dolphin/domain/payment/payment-mode'
import { type SummaryRow, SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { dayText, moneyText } from '../../origination/wire-text.ts'
import type { ChangeResult } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { modeText } from './mode-text.ts'
import { nextRow, singleRow } from './preview-rows.ts'
import type { LoanDetail } from './step-props.ts'

/** The money that moves, before it does: from where, how much, when, and what is left after it (WCAG 3.3.4). */
export function MoneyRows({ preview, detail }: { preview: ChangeResult; detail: LoanDetail }) {
  const moved = singleRow(preview) ?? nextRow(preview)
  if (moved === undefined) return null
  const rows: readonly SummaryRow[] = [
    { label: changeText('moneyFrom'), value: fromText(preview, detail) },
    { label: changeText('moneyAmount'), value: moneyText(preview.quote?.total ?? moved.amount) },
    { label: changeText('moneyDay'), value: dayText(moved.dueDate) },
    { label: changeText('moneyLeft'), value: moneyText(moved.balanceAfter) },
  ]
  return <SummaryList rows={rows} />
}

function fromText({ paymentMode }: ChangeResult, { account }: LoanDetail): string {
  return paymentMode === PaymentMode.ach && account !== null
    ? changeText('moneyAccount', { account: account.accountMasked })
    : changeText('moneyYourself', { mode: modeText(paymentMode) })
}
