import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { isWholeNote, NoteField } from '../../form/note-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { KIND_NAMES, workText } from './messages.ts'
import type { WorkItem } from './work-item-panel.tsx'

interface CloseDialogProps {
  item: WorkItem
  onClose: () => void
  onClosed: () => void
}

/** Closes an item with what was done; the server refuses while its cause is still there. */
export function CloseDialog({ item: { workItemNo, kind }, onClose, onClosed }: CloseDialogProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    setError(isWholeNote(reason) ? undefined : workText.doneMissing)
    if (!isWholeNote(reason)) return
    const result = await call('closeWorkItem', { body: { workItemNo, reason: reason.trim() } })
    if (result.ok) onClosed()
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open title={`${workText.doneTitle}: ${KIND_NAMES[kind]}`} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{workText.doneEffect}</p>
        <Trouble text={trouble} />
        <NoteField
          label={workText.doneLabel}
          hint={workText.doneHint}
          value={reason}
          error={error}
          onChange={setReason}
        />
        <DialogActs act={workText.closeIt} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
