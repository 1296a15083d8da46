import { Field } from '@dolphin/ui/field/field'
import { type Option, Select } from '@dolphin/ui/select/select'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { RECEIVED_BY_HAND } from '@dolphin/domain/payments/receipts'
import { REVERSAL_HOURS } from '@dolphin/domain/payments/reversal'
import { HOUR_MS } from '@dolphin/domain/time/durations'
import type { FileAct } from '@dolphin/domain/servicing/acts/codes'
import { TextField } from '../../form/text-field.tsx'
import { civilDayText, dayAndTimeText } from '../../time/instant-text.ts'
import { serverClock } from '../../time/server-clock.ts'
import { actText } from './act-messages.ts'
import {
  type ActFaults,
  type ActField,
  type FileActs,
  fieldsOf,
  NO_REQUEST,
  NOW,
  REQUEST_KINDS,
  SINGLE,
  type TypedAct,
} from './act-order.ts'
import {
  CHANGE_NAMES,
  HOLD_SCOPE_NAMES,
  LEGAL_FACT_NAMES,
  MODE_NAMES,
  OPT_OUT_CHOICES,
  PERSON_FIELD_NAMES,
  RECEIPT_REVERSAL_NAMES,
  REFUND_NAMES,
  REVERSAL_NAMES,
  STEP_NAMES,
  SUSPEND_NAMES,
} from './choice-names.ts'
import { recordText } from './messages.ts'
import { isPersonField, type PersonField } from './person-order.ts'

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
    if (field === 'rightLoan')
      return (
        <TextField
          key={field}
          label={actText.rightLoan}
          hint={actText.rightLoanHint}
          width="short"
          autoComplete="off"
          value={typed.rightLoan}
          error={error}
          onChange={set}
        />
      )
    if (field === 'date')
      return (
        <TextField
          key={field}
          label={DATE_LABELS[act] ?? actText.newDate}
          type="date"
          width="short"
          value={typed.date}
          error={error}
          onChange={set}
        />
      )
    if (field === 'reference')
      return (
        <TextField
          key={field}
          label={actText.reference}
          hint={actText.referenceHint}
          autoComplete="off"
          value={typed.reference}
          error={error}
          onChange={set}
        />
      )
    if (isPersonField(field))
      return (
        <TextField
          key={field}
          label={PERSON_FIELD_NAMES[field]}
          hint={field === 'firstName' ? actText.rightHint : undefined}
          type={field === 'birthDate' ? 'date' : 'text'}
          autoComplete="off"
          value={typed[field]}
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

const DATE_LABELS: Readonly<Partial<Record<FileAct, string>>> = {
  receipt: actText.date,
  noteLegalFact: actText.since,
  endLegalFact: actText.endedOn,
}

/** What may be given up at most. */
function hintOf(act: FileAct, { choices: { fees, interest } }: FileActs): string | undefined {
  if (act === 'feeWaiver') return actText.amountHint(fees)
  if (act === 'reverseReceipt') return actText.rightAmountHint
  return act === 'interestWaiver' ? actText.amountHint(interest) : undefined
}

type ChosenField = Exclude<ActField, 'amount' | 'date' | 'rightLoan' | 'reference' | PersonField>

function labelOf(act: FileAct, field: ChosenField): string {
  switch (field) {
    case 'mode':
      return act === 'receipt' ? actText.mode : actText.newMode
    case 'code':
      return act === 'refund' ? actText.code : actText.change
    case 'transaction':
      if (act === 'reverseEntry') return actText.entry
      return act === 'refund' ? actText.twice : actText.transaction
    case 'installment':
      return actText.installment
    case 'choice':
      return CHOICE_LABELS[act] ?? actText.optOut
    case 'found':
      return actText.found
    case 'request':
      return actText.request
  }
}

const CHOICE_LABELS: Readonly<Partial<Record<FileAct, string>>> = {
  suspend: actText.reason,
  noteLegalFact: actText.legalFact,
  endLegalFact: actText.legalFact,
  collect: actText.step,
  reverseEntry: actText.reversalReason,
  reverseReceipt: actText.reversalReason,
  setHold: actText.holdOn,
  liftHold: actText.hold,
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
      if (act === 'stopDebit') return choices.debitsToStop.map(debitOption)
      return choices.installments.map(({ number, dueDate, amount }) => ({
        value: String(number),
        label: `${number}: ${civilDayText(dueDate)}, ${amount}`,
      }))
    case 'choice':
      return CHOICES[act]?.(choices) ?? []
    case 'found':
      return [{ value: NOW, label: actText.foundNow }, ...lastHours(serverClock.now())]
    case 'request':
      return [
        { value: NO_REQUEST, label: actText.noRequest },
        ...choices.requests
          .filter(({ kind }) => kind === REQUEST_KINDS[act])
          .map(({ requestNo, answerBy }) => ({
            value: requestNo,
            label: `${requestNo}, ${actText.answerBy(civilDayText(answerBy))}`,
          })),
      ]
  }
}

const debitOption = ({ installmentNo, dueDate, amount }: Choices['debitsToStop'][number]): Option => ({
  value: installmentNo === null ? SINGLE : String(installmentNo),
  label: `${installmentNo ?? actText.single}: ${civilDayText(dueDate)}, ${amount}`,
})

type Choices = FileActs['choices']

const CHOICES: Readonly<Partial<Record<FileAct, (choices: Choices) => Option[]>>> = {
  suspend: () => named(SUSPEND_NAMES),
  noteLegalFact: ({ legalFacts }) =>
    named(LEGAL_FACT_NAMES).filter(({ value }) => !legalFacts.some((kind) => kind === value)),
  endLegalFact: ({ legalFacts }) =>
    legalFacts.map((kind) => ({ value: kind, label: LEGAL_FACT_NAMES[kind] })),
  collect: ({ collectingSteps }) => collectingSteps.map((step) => ({ value: step, label: STEP_NAMES[step] })),
  optOut: () => named(OPT_OUT_CHOICES),
  reverseEntry: () => named(REVERSAL_NAMES),
  reverseReceipt: () => named(RECEIPT_REVERSAL_NAMES),
  setHold: ({ toHold }) =>
    toHold.map(({ scope, subject }) => ({
      value: `${scope}/${subject}`,
      label: scope === 'person' ? HOLD_SCOPE_NAMES.person : `${HOLD_SCOPE_NAMES[scope]} ${subject}`,
    })),
  liftHold: ({ holds }) =>
    holds.map(({ holdNo, scope, reason }) => ({
      value: holdNo,
      label: `${holdNo}: ${HOLD_SCOPE_NAMES[scope].toLowerCase()}, ${reason}`,
    })),
}

/** The full hours of the day before, the newest first: an error is found within 24 hours of its reversal. */
function lastHours(now: Date): Option[] {
  const full = Math.floor(now.getTime() / HOUR_MS) * HOUR_MS
  return Array.from({ length: REVERSAL_HOURS }, (_, hours) => {
    const at = new Date(full - hours * HOUR_MS)
    return { value: at.toISOString(), label: dayAndTimeText(at) }
  })
}

function transactionOptions(act: FileAct, choices: FileActs['choices']): Option[] {
  const { receiptsToCheck, receipts, onBatch, paid, reversible } = choices
  if (act === 'reverseEntry') return reversible.map(transactionOption)
  if (act === 'reverseReceipt') return receipts.map(transactionOption)
  const meant = act === 'checkReceipt' ? receiptsToCheck : act === 'rejectEntry' ? onBatch : paid
  return meant.map(transactionOption)
}

const transactionOption = ({
  transactionNo,
  type,
  amount,
  effectiveDate,
}: FileActs['choices']['paid'][number]): Option => ({
  value: transactionNo,
  label: `${transactionNo}: ${recordText.types[type] ?? ''} ${amount}, ${civilDayText(effectiveDate)}`,
})
