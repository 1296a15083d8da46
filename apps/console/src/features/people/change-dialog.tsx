import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { ROLE_NAMES } from '../../app/role-names.ts'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { isWholeNote, NoteField } from '../../form/note-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { peopleText } from './messages.ts'
import type { Employee } from './people-page.tsx'

/** What one person does alone, and what takes effect at once. */
export type Change =
  | { readonly kind: 'suspend' }
  | { readonly kind: 'depart' }
  | { readonly kind: 'end'; readonly role: Employee['roles'][number] }

interface ChangeDialogProps {
  employee: Employee
  change: Change
  onClose: () => void
  onDone: (line: string) => void
}

/** Says what happens at once, and does it: suspends, notes that one has left, or ends a role. */
export function ChangeDialog({ employee, change, onClose, onDone }: ChangeDialogProps) {
  const texts = textsOf(employee, change)
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const needsNote = change.kind !== 'end'
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const isMissing = needsNote && !isWholeNote(note)
    setError(isMissing ? peopleText.noteMissing : undefined)
    if (isMissing) return
    const result = await carryOut(employee.employeeId, change, note.trim())
    if (result.ok) onDone(texts.done)
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open tone="danger" title={texts.title} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{texts.effect}</p>
        <Trouble text={trouble} />
        {needsNote && (
          <NoteField
            label={peopleText.note}
            hint={peopleText.noteHint}
            value={note}
            error={error}
            onChange={setNote}
          />
        )}
        <DialogActs act={texts.act} busy={busy} tone="danger" onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}

const carryOut = (employeeId: string, change: Change, note: string) =>
  change.kind === 'end'
    ? call('changeRole', { body: { act: 'end', employeeId, grantNo: change.role.grantNo } })
    : call('changeEmployee', { body: { employeeId, change: change.kind, note } })

function textsOf({ name }: Employee, change: Change) {
  if (change.kind === 'suspend')
    return {
      title: peopleText.suspendTitle(name),
      effect: peopleText.suspendEffect,
      act: peopleText.suspend,
      done: peopleText.suspended(name),
    }
  if (change.kind === 'depart')
    return {
      title: peopleText.departTitle(name),
      effect: peopleText.departEffect,
      act: peopleText.depart,
      done: peopleText.departed(name),
    }
  return {
    title: peopleText.endTitle(ROLE_NAMES[change.role.role]),
    effect: peopleText.endEffect(name),
    act: peopleText.endAct,
    done: peopleText.ended,
  }
}
