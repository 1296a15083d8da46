import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { type ReactNode, useState } from 'react'
import type { CallResult } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { NoteField } from '../../form/note-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { reviewText } from './messages.ts'
import type { ReviewRow } from './review-page.tsx'

/** What every dialog about a loan in review gets. */
export interface ReviewDialogProps {
  row: ReviewRow
  onClose: () => void
  /** The line that says it is done, and under which number it waits for a colleague instead. */
  onDecided: (done: string, approvalNo: string | null) => void
}

interface ReviewActProps {
  title: string
  act: string
  tone?: 'forward' | 'danger'
  onClose: () => void
  onDone: (approvalNo: string | null) => void
  /** Makes the call with the note; undefined where something is still to be chosen. */
  send: (
    note: string,
  ) => Promise<CallResult<{ loanNo: string; approval?: { approvalNo: string } | null }> | undefined>
  children: ReactNode
}

/** An act about a loan in review: its effect, what it needs, a note, and the button. */
export function ReviewAct({ title, act, tone = 'forward', onClose, onDone, send, children }: ReviewActProps) {
  const [note, setNote] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const result = await send(note.trim())
    if (result === undefined) return
    if (result.ok) onDone(result.value.approval?.approvalNo ?? null)
    else setTrouble(failureText(result.failure))
  })
  return (
    <Dialog open title={title} onClose={onClose}>
      <ActForm onSubmit={start}>
        {children}
        <Trouble text={trouble} />
        <NoteField label={reviewText.note} hint={reviewText.noteHint} value={note} onChange={setNote} />
        <DialogActs act={act} busy={busy} tone={tone} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
