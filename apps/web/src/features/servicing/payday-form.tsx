import { PaymentFrequency, PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { PaydayOfMonth } from '@dolphin/domain/calendar/payday-rules'
import { ChangeType } from '@dolphin/domain/payments/codes'
import { Field } from '@dolphin/ui/field/field'
import { type Option, Select } from '@dolphin/ui/select/select'
import { CalendarDate } from '../../form-engine/calendar-date.tsx'
import { pastReason } from '../../form-engine/day-reasons.ts'
import { portfolioToday } from '../../form-engine/form-today.ts'
import { CHANGE_KINDS } from './change-kinds.ts'
import { changeText } from './change-messages.ts'
import { ChangeFormCard } from './change-form-card.tsx'
import { LivePreview } from './live-preview.tsx'
import type { ChangeFormProps } from './step-props.ts'
import { type ChangeForm, useChangeForm } from './use-change-form.ts'

/** 105 and 106: when the borrower is paid from now on; the payments follow. */
export function PaydayForm({ kind, detail, choices }: ChangeFormProps) {
  const { payroll } = choices
  const { loanNo } = detail
  const isFrequency = CHANGE_KINDS[kind] === ChangeType.changePayrollFrequency
  const first = {
    payroll: String(payroll.payrollFrequency),
    nextPayday: payroll.nextPayday,
    days: payroll.paydaysOfMonth.join(','),
    every: String(payroll.paymentFrequency),
  }
  const form = useChangeForm(kind, loanNo, first, ({ nextPayday, days, ...chosen }) => {
    const stepped = isStepped(chosen['payroll'])
    const whole = parseLocalDate(nextPayday ?? '') !== undefined
    const counted = (days ?? '').split(',').filter((day) => day !== '').length
    return {
      nextPayday: stepped && !whole ? changeText('paydayMissing') : undefined,
      days: !stepped && counted < daysWanted(chosen['payroll']) ? changeText('daysMissing') : undefined,
    }
  })
  return (
    <ChangeFormCard
      title={changeText(isFrequency ? 'frequencyTitle' : 'paydayTitle')}
      lead={changeText(isFrequency ? 'frequencyLead' : 'paydayLead')}
      loanNo={loanNo}
      form={form}
    >
      {isFrequency && (
        <ChoiceField form={form} name="payroll" label={changeText('payroll')} options={payrolls()} />
      )}
      {isStepped(form.chosen['payroll']) ? <NextPayday form={form} /> : <DaysOfMonth form={form} />}
      {isFrequency && (
        <ChoiceField form={form} name="every" label={changeText('every')} options={frequencies()} />
      )}
      <LivePreview loanNo={loanNo} asked={form.asked} />
    </ChangeFormCard>
  )
}

const STEPPED: readonly number[] = [PayrollFrequency.weekly, PayrollFrequency.biWeekly]
const isStepped = (payroll: string | undefined): boolean => STEPPED.includes(Number(payroll))
const daysWanted = (payroll: string | undefined): number =>
  Number(payroll) === PayrollFrequency.semiMonthly ? 2 : 1

const payrolls = (): readonly Option[] => [
  { value: String(PayrollFrequency.weekly), label: changeText('weekly') },
  { value: String(PayrollFrequency.biWeekly), label: changeText('biWeekly') },
  { value: String(PayrollFrequency.semiMonthly), label: changeText('semiMonthly') },
  { value: String(PayrollFrequency.monthly), label: changeText('monthly') },
]
const frequencies = (): readonly Option[] => [
  { value: String(PaymentFrequency.weekly), label: changeText('weekly') },
  { value: String(PaymentFrequency.biWeekly), label: changeText('biWeekly') },
]

interface ChoiceFieldProps {
  form: ChangeForm
  name: 'payroll' | 'every'
  label: string
  options: readonly Option[]
}

function ChoiceField({ form, name, label, options }: ChoiceFieldProps) {
  return (
    <Field id={name} label={label} error={form.error(name)}>
      {(wiring) => (
        <Select
          {...wiring}
          placeholder={changeText('choose')}
          value={form.chosen[name] ?? ''}
          options={options}
          onChange={(event) => form.set({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  )
}

function NextPayday({ form }: { form: ChangeForm }) {
  const today = portfolioToday()
  return (
    <Field
      id="nextPayday"
      label={changeText('nextPayday')}
      hint={changeText('nextPaydayHint')}
      error={form.error('nextPayday')}
    >
      {(wiring) => (
        <CalendarDate
          {...wiring}
          label={changeText('nextPayday')}
          start={formatLocalDate(today)}
          reasonAgainst={(day) => pastReason(day, today)}
          value={form.chosen['nextPayday'] ?? ''}
          onChange={(nextPayday) => form.set({ nextPayday })}
        />
      )}
    </Field>
  )
}

const LONGEST_MONTH = 31

function DaysOfMonth({ form }: { form: ChangeForm }) {
  const wanted = daysWanted(form.chosen['payroll'])
  const days = (form.chosen['days'] ?? '').split(',')
  const at = (index: number) => days[index] ?? ''
  return Array.from({ length: wanted }, (_, index) => (
    <Field
      key={index}
      id={index === 0 ? 'days' : `days-${index}`}
      label={changeText(wanted === 1 ? 'dayOfMonth' : index === 0 ? 'firstDay' : 'secondDay')}
      error={index === 0 ? form.error('days') : undefined}
    >
      {(wiring) => (
        <Select
          {...wiring}
          placeholder={changeText('choose')}
          value={at(index)}
          options={daysOnOffer(wanted)}
          onChange={(event) => {
            const next = [at(0), at(1)].slice(0, wanted)
            next[index] = event.currentTarget.value
            form.set({ days: next.join(',') })
          }}
        />
      )}
    </Field>
  ))
}

function daysOnOffer(wanted: number): readonly Option[] {
  const plain = Array.from({ length: LONGEST_MONTH }, (_, day) => ({
    value: String(day + 1),
    label: String(day + 1),
  }))
  const last = { value: String(PaydayOfMonth.lastDay), label: changeText('lastDay') }
  if (wanted === 2) return [...plain, last]
  return [
    ...plain,
    last,
    { value: String(PaydayOfMonth.lastBusinessDay), label: changeText('lastBusinessDay') },
    { value: String(PaydayOfMonth.midMonth), label: changeText('midMonth') },
    { value: String(PaydayOfMonth.firstBusinessDay), label: changeText('firstBusinessDay') },
  ]
}
