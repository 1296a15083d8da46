import { moneyText, typedCents } from '../../origination/wire-text.ts'
import { changeText } from './change-messages.ts'
import { ChangeFormCard } from './change-form-card.tsx'
import { AmountField, PayFrom } from './form-fields.tsx'
import { LivePreview } from './live-preview.tsx'
import type { ChangeFormProps } from './step-props.ts'
import { useChangeForm } from './use-change-form.ts'

/** 111: the same amount each payday until all is paid. */
export function FixedAmountForm({ kind, detail }: ChangeFormProps) {
  const { loanNo, paymentMode, nextDueAmount, payoffToday } = detail
  const first = { amount: nextDueAmount ?? undefined, pay: String(paymentMode) }
  const form = useChangeForm(kind, loanNo, first, ({ amount }) => ({
    amount: (typedCents(amount ?? '') ?? 0) > 0 ? undefined : changeText('amountMissing'),
  }))
  return (
    <ChangeFormCard
      title={changeText('fixedTitle')}
      lead={changeText('fixedLead')}
      loanNo={loanNo}
      form={form}
    >
      <AmountField
        form={form}
        label={changeText('fixedAmount')}
        hint={changeText('fixedHint', { payoff: moneyText(payoffToday) })}
      />
      <PayFrom form={form} detail={detail} />
      <LivePreview loanNo={loanNo} asked={form.asked} />
    </ChangeFormCard>
  )
}
