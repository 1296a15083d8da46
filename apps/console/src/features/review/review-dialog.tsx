import { useAct } from '@dolphin/ui/act/use-act'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { type ReactNode, useState } from 'react'
import type { CallResult } from '../../calls/call.ts'
import { failureText, fieldFaults } from '../../calls/failure-text.ts'
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
  /** The field of the note, where it is not for the history alone. */
  note?: { readonly label: string; readonly error: string | undefined }
  /** What the server refused of the dialog's own fields, by their names; without it all is said above them. */
  onFaults?: (faults: Readonly<Record<string, string>>) => void
  /** Makes the call with the note; undefined where something is still to be chosen. */
  send: (
    note: string,
  ) => Promise<CallResult<{ loanNo: string; approval?: { approvalNo: string } | null }> | undefined>
  children: ReactNode
}

/** An act about a loan in review: its effect, what it needs, a note, and the button. */
export function ReviewAct(props: ReviewActProps) {
  const { title, act, tone = 'forward', note: asked, onClose, onDone, onFaults, send, children } = props
  const [note, setNote] = useState('')
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const result = await send(note.trim())
    if (result === undefined) return
    if (result.ok) return onDone(result.value.approval?.approvalNo ?? null)
    onFaults?.(fieldFaults(result.failure))
    setTrouble(failureText(result.failure, onFaults !== undefined))
  })
  return (
    <Dialog open title={title} onClose={onClose}>
      <ActForm onSubmit={start}>
        {children}
        <Trouble text={trouble} />
        <NoteField
          label={asked?.label ?? reviewText.note}
          hint={asked === undefined ? reviewText.noteHint : undefined}
          value={note}
          error={asked?.error}
          onChange={setNote}
        />
        <DialogActs act={act} busy={busy} tone={tone} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}
