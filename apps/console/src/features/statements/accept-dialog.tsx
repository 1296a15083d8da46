import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { NoteAct } from '../../form/note-act.tsx'
import { TextField } from '../../form/text-field.tsx'
import { DifferenceTable } from '../approvals/difference-table.tsx'
import {
  type FindingFaults,
  type FindingField,
  findingFaults,
  findingsOf,
  firstFindings,
  type Statement,
  type TypedFindings,
} from './findings.ts'
import { FREQUENCY_TEXTS, STATEMENT_ACT_TEXTS, statementText } from './messages.ts'

export interface StatementDialogProps {
  statement: Statement
  rule: string
  onClose: () => void
  onDone: () => void
}

const TAIL = /^\d{4}$/

/** Accepts a statement: what was computed stands but for what a person found otherwise in the file. */
export function AcceptDialog({ statement, rule, onClose, onDone }: StatementDialogProps) {
  const { requestCode, loanNo, stated, needsFindings } = statement
  const { name, effect } = STATEMENT_ACT_TEXTS.accept
  const [tail, setTail] = useState('')
  const [owner, setOwner] = useState('')
  const [typed, setTyped] = useState(() => firstFindings(statement))
  const [tailError, setTailError] = useState<string>()
  const [faults, setFaults] = useState<FindingFaults>({})
  const send = async (note: string) => {
    const wrong = findingFaults(typed, statement)
    setTailError(TAIL.test(tail) ? undefined : statementText.tailWrong)
    setFaults(wrong)
    if (!TAIL.test(tail) || Object.keys(wrong).length > 0) return undefined
    const ownerName = owner.trim() === '' ? null : owner.trim()
    const findings = findingsOf(typed, statement)
    return await call('acceptStatement', {
      body: { requestCode, accountTail: tail, ownerName, findings, note },
    })
  }
  return (
    <NoteAct
      title={`${name}: ${loanNo}`}
      effect={effect}
      rule={rule}
      act={name}
      note={statementText.note}
      send={send}
      onClose={onClose}
      onDone={onDone}
    >
      {needsFindings && <p>{statementText.findingsNeeded}</p>}
      <TextField
        label={statementText.tail}
        hint={statementText.tailHint}
        inputMode="numeric"
        width="short"
        value={tail}
        error={tailError}
        onChange={setTail}
      />
      <TextField
        label={statementText.owner}
        hint={statementText.ownerHint}
        value={owner}
        onChange={setOwner}
      />
      <FindingFields
        typed={typed}
        faults={faults}
        onChange={(field, value) => setTyped((before) => ({ ...before, [field]: value }))}
      />
      <DifferenceTable
        differences={[
          {
            label: statementText.income,
            before: `${statementText.stated}: ${stated.monthlyNetIncome}`,
            after: typed.income === '' ? '–' : typed.income,
            change: null,
          },
        ]}
      />
    </NoteAct>
  )
}

interface FindingFieldsProps {
  typed: TypedFindings
  faults: FindingFaults
  onChange: (field: FindingField, value: string) => void
}

const FREQUENCIES = Object.entries(FREQUENCY_TEXTS).map(([value, label]) => ({ value, label }))

function FindingFields({ typed, faults, onChange }: FindingFieldsProps) {
  const wiring = (field: FindingField) => ({
    value: typed[field],
    error: faults[field],
    onChange: (value: string) => onChange(field, value),
  })
  const amount = { inputMode: 'decimal', width: 'short' } as const
  const day = { type: 'date', width: 'short' } as const
  return (
    <>
      <TextField label={statementText.income} {...amount} {...wiring('income')} />
      <Field label={statementText.frequency} error={faults.frequency}>
        {(parts) => (
          <Select
            {...parts}
            placeholder={statementText.choose1}
            options={FREQUENCIES}
            value={typed.frequency}
            onChange={({ currentTarget: { value } }) => onChange('frequency', value)}
          />
        )}
      </Field>
      <TextField label={statementText.paydays} hint={statementText.paydaysHint} {...wiring('paydays')} />
      <TextField label={statementText.from} {...day} {...wiring('from')} />
      <TextField label={statementText.lastIncome} {...day} {...wiring('lastIncome')} />
      <TextField label={statementText.average} {...amount} {...wiring('average')} />
      <TextField label={statementText.lowest} {...amount} {...wiring('lowest')} />
    </>
  )
}
