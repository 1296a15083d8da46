import { Field } from '@dolphin/ui/field/field'
import { type Option, Select } from '@dolphin/ui/select/select'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { RECEIVED_BY_HAND } from '@dolphin/domain/payments/receipts'
import type { FileAct } from '@dolphin/domain/servicing/acts/codes'
import { TextField } from '../../form/text-field.tsx'
import { civilDayText } from '../../time/instant-text.ts'
import {
  actText,
  CHANGE_NAMES,
  MODE_NAMES,
  OPT_OUT_CHOICES,
  REFUND_NAMES,
  STEP_NAMES,
  SUSPEND_NAMES,
} from './act-messages.ts'
import { type ActFaults, type ActField, type FileActs, fieldsOf, type TypedAct } from './act-order.ts'
import { recordText } from './messages.ts'

interface ActFieldsProps {
  act: FileAct
  acts: FileActs
  typed: TypedAct
  faults: ActFaults
  onChange: (typed: Partial<TypedAct>) => void
}

/** The fields that an act needs, with what can be chosen in them as things stand. */
export function ActFields({ act, acts, typed, faults, onChange }: ActFieldsProps) {
  return fieldsOf(act, typed).map((field) => {
    const set = (value: string) => onChange({ [field]: value })
    const error = faults[field]
    if (field === 'amount')
      return (
        <TextField
          key={field}
          label={actText.amount}
          hint={hintOf(act, acts)}
          inputMode="decimal"
          width="short"
          value={typed.amount}
          error={error}
          onChange={set}
        />
      )
    if (field === 'date')
      return (
        <TextField
          key={field}
          label={act === 'receipt' ? actText.date : actText.newDate}
          type="date"
          width="short"
          value={typed.date}
          error={error}
          onChange={set}
        />
      )
    return (
      <Field key={field} label={labelOf(act, field)} error={error}>
        {(wiring) => (
          <Select
            {...wiring}
            placeholder={actText.choose}
            options={optionsOf(act, field, acts)}
            value={typed[field]}
            onChange={({ currentTarget: { value } }) => set(value)}
          />
        )}
      </Field>
    )
  })
}

/** What may be given up at most. */
function hintOf(act: FileAct, { choices: { fees, interest } }: FileActs): string | undefined {
  if (act === 'feeWaiver') return actText.amountHint(fees)
  return act === 'interestWaiver' ? actText.amountHint(interest) : undefined
}

type ChosenField = Exclude<ActField, 'amount' | 'date'>

function labelOf(act: FileAct, field: ChosenField): string {
  switch (field) {
    case 'mode':
      return act === 'receipt' ? actText.mode : actText.newMode
    case 'code':
      return act === 'refund' ? actText.code : actText.change
    case 'transaction':
      return act === 'refund' ? actText.twice : actText.transaction
    case 'installment':
      return actText.installment
    case 'choice':
      return act === 'suspend' ? actText.reason : act === 'collect' ? actText.step : actText.optOut
  }
}

const named = (names: Readonly<Record<string, string>>): Option[] =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

const modes = (codes: readonly PaymentMode[]): Option[] =>
  codes.map((code) => ({ value: String(code), label: MODE_NAMES[code] ?? String(code) }))

function optionsOf(act: FileAct, field: ChosenField, { choices }: FileActs): Option[] {
  switch (field) {
    case 'mode':
      return modes(act === 'receipt' ? RECEIVED_BY_HAND : [PaymentMode.ach, ...RECEIVED_BY_HAND])
    case 'code':
      return named(act === 'refund' ? REFUND_NAMES : CHANGE_NAMES)
    case 'transaction':
      return transactionOptions(act, choices)
    case 'installment':
      return choices.installments.map(({ number, dueDate, amount }) => ({
        value: String(number),
        label: `${number}: ${civilDayText(dueDate)}, ${amount}`,
      }))
    case 'choice':
      if (act === 'suspend') return named(SUSPEND_NAMES)
      return act === 'collect'
        ? choices.collectingSteps.map((step) => ({ value: step, label: STEP_NAMES[step] }))
        : named(OPT_OUT_CHOICES)
  }
}

function transactionOptions(act: FileAct, choices: FileActs['choices']): Option[] {
  const { receiptsToCheck, onBatch, paid } = choices
  const meant = act === 'checkReceipt' ? receiptsToCheck : act === 'rejectEntry' ? onBatch : paid
  return meant.map(({ transactionNo, type, amount, effectiveDate }) => ({
    value: transactionNo,
    label: `${transactionNo}: ${recordText.types[type] ?? ''} ${amount}, ${civilDayText(effectiveDate)}`,
  }))
}
