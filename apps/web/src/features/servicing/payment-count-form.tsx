import { AmountSlider } from '@dolphin/ui/amount-slider/amount-slider'
import { FieldGroup } from '@dolphin/ui/field/field'
import { changeText } from './change-messages.ts'
import { ChangeFormCard } from './change-form-card.tsx'
import { PayFrom } from './form-fields.tsx'
import { LivePreview } from './live-preview.tsx'
import type { ChangeFormProps } from './step-props.ts'
import { type ChangeForm, useChangeForm } from './use-change-form.ts'

/** 102: paid off in so many equal payments, one each payday. */
export function PaymentCountForm({ kind, detail, choices }: ChangeFormProps) {
  const { loanNo, paymentMode } = detail
  const numbers = Array.from({ length: choices.paymentsLeft }, (_, index) => index + 1)
  const first = { number: String(Math.max(1, Math.ceil(numbers.length / 2))), pay: String(paymentMode) }
  const form = useChangeForm(kind, loanNo, first, () => ({}))
  return (
    <ChangeFormCard
      title={changeText('countTitle')}
      lead={changeText('countLead', { left: choices.paymentsLeft })}
      loanNo={loanNo}
      form={form}
    >
      <NumberSlider form={form} numbers={numbers} />
      <PayFrom form={form} detail={detail} />
      <LivePreview loanNo={loanNo} asked={form.asked} />
    </ChangeFormCard>
  )
}

/** How many payments, out of those on offer. */
export function NumberSlider({ form, numbers }: { form: ChangeForm; numbers: readonly number[] }) {
  const at = Math.max(0, numbers.indexOf(Number(form.chosen['number'])))
  const numberAt = (index: number) => numbers[index] ?? 1
  return (
    <FieldGroup id="number" label={changeText('countLabel')} error={form.error('number')}>
      <AmountSlider
        minimum={0}
        maximum={Math.max(0, numbers.length - 1)}
        step={1}
        value={at}
        label={changeText('countLabel')}
        lessLabel={changeText('fewer')}
        moreLabel={changeText('morePayments')}
        format={(index) => changeText('countValue', { number: numberAt(index) })}
        formatEnd={(index) => String(numberAt(index))}
        onChange={(index) => form.set({ number: String(numberAt(index)) })}
      />
    </FieldGroup>
  )
}
