import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { AmountSlider } from '@dolphin/ui/amount-slider/amount-slider'
import { centsOf, centsText, moneyText, typedCents, wireOfCents } from '../../app/wire-text.ts'
import { changeText } from './change-messages.ts'
import { ChangeFormCard } from './change-form-card.tsx'
import { AmountField, PayFrom } from './form-fields.tsx'
import { LivePreview } from './live-preview.tsx'
import type { ChangeFormProps } from './step-props.ts'
import { useChangeForm } from './use-change-form.ts'

/** Whole dollars; cents can be typed. */
const STEP = 500

/** The amount of the next installment: an extra payment may come before it. */
const installmentNow = ({ installments }: ChangeFormProps['detail']): string | undefined =>
  installments.find(({ status }) => status === TransactionStatus.none)?.amount

/**
 * Where the slider goes, in whole cents: from half of the payment now up to all that is owed. What is too little the
 * server says in place; anything else can be typed.
 */
function rangeOf(detail: ChangeFormProps['detail']): readonly [number, number] {
  const { payoffToday } = detail
  const now = centsOf(installmentNow(detail) ?? payoffToday)
  const least = Math.max(STEP, Math.floor(now / 2 / STEP) * STEP)
  return [least, Math.max(least + STEP, centsOf(payoffToday))]
}

/** 111: the same amount each payday until all is paid. */
export function FixedAmountForm({ kind, detail }: ChangeFormProps) {
  const { loanNo, paymentMode, payoffToday } = detail
  const [least, most] = rangeOf(detail)
  const first = { amount: installmentNow(detail), pay: String(paymentMode) }
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
      <AmountSlider
        minimum={least}
        maximum={most}
        step={STEP}
        value={Math.min(most, Math.max(least, typedCents(form.chosen['amount'] ?? '') ?? least))}
        label={changeText('fixedAmount')}
        lessLabel={changeText('less')}
        moreLabel={changeText('more')}
        format={centsText}
        onChange={(amount) => form.set({ amount: wireOfCents(amount) })}
      />
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
