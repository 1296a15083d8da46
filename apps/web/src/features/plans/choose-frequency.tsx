import type { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { planText } from './messages.ts'
import { frequencyText } from './plan-figures.tsx'

interface ChooseFrequencyProps {
  offered: readonly PaymentFrequency[]
  value: PaymentFrequency
  onChange: (value: PaymentFrequency) => void
}

/** Weekly or every two weeks, where both are on offer: one alone is no choice. */
export function ChooseFrequency({ offered, value, onChange }: ChooseFrequencyProps) {
  if (offered.length < 2) return null
  return (
    <FieldGroup label={planText('frequencyLabel')}>
      <RadioGroup
        name="frequency"
        layout="cards"
        value={String(value)}
        options={offered.map((frequency) => ({ value: String(frequency), label: frequencyText(frequency) }))}
        onChange={(chosen) => {
          const frequency = offered.find((each) => String(each) === chosen)
          if (frequency !== undefined) onChange(frequency)
        }}
      />
    </FieldGroup>
  )
}
