import { FieldGroup } from '@dolphin/ui/field/field'
import { RadioGroup } from '@dolphin/ui/radio-group/radio-group'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { changeText } from './change-messages.ts'
import { ChangeFormCard } from './change-form-card.tsx'
import { momentText } from './moment-text.ts'
import type { ChangeFormProps } from './step-props.ts'
import { useChangeForm } from './use-change-form.ts'

/** 104 of one payment: which one; autopay takes the others. One that is being sent says so and cannot be chosen. */
export function StopOneForm({ kind, detail: { loanNo }, choices: { stops } }: ChangeFormProps) {
  const form = useChangeForm(kind, loanNo, {}, ({ number }) => ({
    number: number === undefined ? changeText('chooseStop') : undefined,
  }))
  return (
    <ChangeFormCard
      title={changeText('stopOneTitle')}
      lead={changeText('stopOneLead')}
      loanNo={loanNo}
      form={form}
    >
      <ul>
        <li>{changeText('stopOneFree')}</li>
        <li>{changeText('stopOneOwed')}</li>
        <li>{changeText('stopOneLate')}</li>
      </ul>
      <FieldGroup id="number" label={changeText('stopOneWhich')} error={form.error('number')}>
        <RadioGroup
          name="number"
          value={form.chosen['number'] ?? ''}
          onChange={(number) => form.set({ number })}
          options={stops.map(({ installmentNo, dueDate, amount, until }) => ({
            value: String(installmentNo),
            label: changeText('stopOneLabel', { amount: moneyText(amount), date: dayText(dueDate) }),
            hint:
              until === null
                ? changeText('stopOneSent')
                : changeText('stopOneUntil', { moment: momentText(until) }),
            disabled: until === null,
          }))}
        />
      </FieldGroup>
    </ChangeFormCard>
  )
}
