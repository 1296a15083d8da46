import { Field } from '@dolphin/ui/field/field'
import { Select } from '@dolphin/ui/select/select'
import type { StatementRefusal } from '@dolphin/domain/verification/statement-refusal'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { NoteAct } from '../../form/note-act.tsx'
import type { StatementDialogProps } from './accept-dialog.tsx'
import { REFUSAL_OPTIONS, STATEMENT_ACT_TEXTS, statementText } from './messages.ts'

/** Refuses a statement with a reason of the list; the borrower reads it and may send another. */
export function RefuseDialog({ statement, rule, onClose, onDone }: StatementDialogProps) {
  const { requestCode, loanNo } = statement
  const { name, effect } = STATEMENT_ACT_TEXTS.refuse
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  return (
    <NoteAct
      title={`${name}: ${loanNo}`}
      effect={effect}
      rule={rule}
      act={name}
      tone="danger"
      note={statementText.note}
      send={async (note) => {
        setError(reason === '' ? statementText.reasonMissing : undefined)
        if (reason === '') return undefined
        // The options are the domain's codes.
        return await call('refuseStatement', {
          body: { requestCode, reason: reason as StatementRefusal, note },
        })
      }}
      onClose={onClose}
      onDone={onDone}
    >
      <Field label={statementText.reason} hint={statementText.reasonHint} error={error}>
        {(wiring) => (
          <Select
            {...wiring}
            placeholder={statementText.choose1}
            options={REFUSAL_OPTIONS}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
        )}
      </Field>
    </NoteAct>
  )
}

/** Lets a file out of quarantine. */
export function ReleaseDialog({ statement, rule, onClose, onDone }: StatementDialogProps) {
  const { requestCode, loanNo } = statement
  const { name, effect } = STATEMENT_ACT_TEXTS.release
  return (
    <NoteAct
      title={`${name}: ${loanNo}`}
      effect={effect}
      rule={rule}
      act={name}
      note={statementText.note}
      send={(note) => call('releaseStatement', { body: { requestCode, note } })}
      onClose={onClose}
      onDone={onDone}
    />
  )
}
