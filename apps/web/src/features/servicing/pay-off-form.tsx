import { useOfferedDays } from '../../form-engine/offered-days.ts'
import { changeText } from './change-messages.ts'
import { ChangeFormCard } from './change-form-card.tsx'
import { DayField, PayFrom } from './form-fields.tsx'
import { LivePreview } from './live-preview.tsx'
import type { ChangeFormProps } from './step-props.ts'
import { useChangeForm } from './use-change-form.ts'

/** 101: everything at once, on a day of the borrower's choice; the quote follows the day. */
export function PayOffForm({ kind, detail, choices }: ChangeFormProps) {
  const { loanNo, paymentMode } = detail
  const first = { date: choices.debitDates[0], pay: String(paymentMode) }
  const days = useOfferedDays(choices.debitDates)
  const form = useChangeForm(kind, loanNo, first, ({ date }) => ({
    date: days.error(date),
  }))
  return (
    <ChangeFormCard
      title={changeText('payOffTitle')}
      lead={changeText('payOffLead')}
      loanNo={loanNo}
      form={form}
    >
      <DayField
        form={form}
        label={changeText('payOffDay')}
        hint={changeText('dayHint')}
        days={days}
        first={first.date}
      />
      <PayFrom form={form} detail={detail} />
      <LivePreview loanNo={loanNo} asked={form.asked} />
    </ChangeFormCard>
  )
}
