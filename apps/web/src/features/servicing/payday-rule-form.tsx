import { PaydayAvailability, PaydayOnHoliday } from '@dolphin/domain/calendar/payday-rules'
import { FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { changeText } from './change-messages.ts'
import { ChangeFormCard } from './change-form-card.tsx'
import { LivePreview } from './live-preview.tsx'
import type { ChangeFormProps } from './step-props.ts'
import { useChangeForm } from './use-change-form.ts'

/** 108 and 109: what happens to a payday on a holiday, and when pay can be used. */
export function PaydayRuleForm({ kind, detail: { loanNo }, choices: { payroll } }: ChangeFormProps) {
  const isHoliday = kind === 'holiday'
  const now = isHoliday ? payroll.paydayOnHoliday : payroll.paydayOnAvailable
  const form = useChangeForm(kind, loanNo, { rule: String(now) }, ({ rule }) => ({
    rule: rule === String(now) ? changeText('ruleSame') : undefined,
  }))
  return (
    <ChangeFormCard
      title={changeText(isHoliday ? 'holidayTitle' : 'availabilityTitle')}
      lead={changeText(isHoliday ? 'holidayLead' : 'availabilityLead')}
      loanNo={loanNo}
      form={form}
    >
      <FieldGroup
        id="rule"
        label={changeText(isHoliday ? 'holidayQuestion' : 'availabilityQuestion')}
        error={form.error('rule')}
      >
        <RadioGroup
          name="rule"
          value={form.chosen['rule'] ?? ''}
          onChange={(rule) => form.set({ rule })}
          options={isHoliday ? holidayRules() : availabilityRules()}
        />
      </FieldGroup>
      <LivePreview loanNo={loanNo} asked={form.asked} />
    </ChangeFormCard>
  )
}

const holidayRules = () => [
  { value: String(PaydayOnHoliday.previousBusinessDay), label: changeText('dayBefore') },
  { value: String(PaydayOnHoliday.nextBusinessDay), label: changeText('dayAfter') },
]
const availabilityRules = () => [
  { value: String(PaydayAvailability.sameDay), label: changeText('sameDay') },
  { value: String(PaydayAvailability.nextBusinessDay), label: changeText('dayAfter') },
]
