import type { ReactNode } from 'react'
import type { CallResult } from '../../calls/call.ts'
import { NoteAct } from '../../form/note-act.tsx'
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
export function ReviewAct({ note, onDone, ...props }: ReviewActProps) {
  return (
    <NoteAct
      {...props}
      note={note ?? { label: reviewText.note, hint: reviewText.noteHint }}
      onDone={({ approval }) => onDone(approval?.approvalNo ?? null)}
    />
  )
}
