import { PaymentMode } from '@dolphin/domain/payments/codes'
import { type SummaryRow, SummaryList } from '@dolphin/ui/summary-list/summary-list'
import { accountText, dayText, moneyText } from '../../app/wire-text.ts'
import type { ChangeResult } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { repaymentText } from './messages.ts'
import { modeText } from './mode-text.ts'
import { nextRow, singleRow } from './preview-rows.ts'
import type { LoanDetail } from './step-props.ts'

type Expected = NonNullable<ChangeResult['expected']>

/** The money that moves, before it does: from where, how much, when, and what is left after it (WCAG 3.3.4). */
export function MoneyRows({ preview, detail }: { preview: ChangeResult; detail: LoanDetail }) {
  const { expected } = preview
  if (expected !== null) return <SummaryList rows={expectedRows(expected)} />
  const moved = singleRow(preview) ?? nextRow(preview)
  if (moved === undefined) return null
  const rows: readonly SummaryRow[] = [
    { label: changeText('moneyFrom'), value: fromText(preview, moved, detail) },
    { label: changeText('moneyAmount'), value: moneyText(preview.quote?.total ?? moved.amount) },
    { label: changeText('moneyDay'), value: dayText(moved.dueDate) },
    { label: changeText('moneyLeft'), value: moneyText(moved.balanceAfter) },
  ]
  return <SummaryList rows={rows} />
}

/** Of a payment that the borrower makes nothing is certain yet, so nothing is said of what is left after it. */
const expectedRows = ({ paymentMode, amount, by }: Expected): readonly SummaryRow[] => [
  { label: changeText('moneyFrom'), value: changeText('moneyYourself', { mode: modeText(paymentMode) }) },
  { label: changeText('moneyAmount'), value: moneyText(amount) },
  { label: changeText('moneyDay'), value: dayText(by) },
]

function fromText(
  { paymentMode }: ChangeResult,
  { sentBy }: Pick<ChangeResult['newSchedule'][number], 'sentBy'>,
  { account }: LoanDetail,
): string {
  if (sentBy === 'borrower' && paymentMode === PaymentMode.ach) return repaymentText('youSend')
  return sentBy === 'us' && account !== null
    ? changeText('moneyAccount', { account: accountText(account.accountMasked) })
    : changeText('moneyYourself', { mode: modeText(paymentMode) })
}
