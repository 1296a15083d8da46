import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { call } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { isWholeNote, NoteField } from '../../form/note-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { type Answer, ANSWER_TEXTS, approvalText } from './messages.ts'
import type { Approval } from './use-approvals.ts'

interface NoteDialogProps {
  approval: Approval
  answer: Answer
  onClose: () => void
  onAnswered: () => void
}

/** An answer with its reason: returned, refused, or taken back. */
export function NoteDialog({ approval, answer, onClose, onAnswered }: NoteDialogProps) {
  const texts = ANSWER_TEXTS[answer]
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    setError(isWholeNote(note) ? undefined : approvalText.noteMissing)
    if (!isWholeNote(note)) return
    const body = { approvalNo: approval.approvalNo, answer, note: note.trim() }
    const result = await call('answerApproval', { body })
    if (result.ok) onAnswered()
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open title={`${texts.title}: ${approval.title}`} onClose={onClose}>
      <ActForm onSubmit={start}>
        <p>{texts.effect(approval.enteredBy.name)}</p>
        <Trouble text={trouble} />
        <NoteField
          label={approvalText.noteLabel}
          hint={answer === 'withdraw' ? undefined : approvalText.noteHint}
          value={note}
          error={error}
          onChange={setNote}
        />
        <DialogActs
          act={texts.act}
          busy={busy}
          tone={answer === 'refuse' ? 'danger' : 'forward'}
          onClose={onClose}
        />
      </ActForm>
    </Dialog>
  )
}
