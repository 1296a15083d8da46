import { useState } from 'react'
import type { Confirmed } from './confirm.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { type Answer, ANSWER_TEXTS } from './messages.ts'
import { NoteDialog } from './note-dialog.tsx'
import type { Approval } from './use-approvals.ts'

export type OpenAnswer = 'confirm' | Answer

interface AnswerDialogProps {
  approval: Approval
  open: OpenAnswer
  onClose: () => void
  onStale: () => void
  /** The line that says what became of it. */
  onAnswered: (line: string) => void
}

/** The dialog of one answer; of an invitation the link follows it, before anything else is shown. */
export function AnswerDialog({ approval, open, onClose, onStale, onAnswered }: AnswerDialogProps) {
  const [confirmed, setConfirmed] = useState<Confirmed>()
  const finish = (line: string) => {
    onClose()
    onAnswered(line)
  }
  if (confirmed?.invitation)
    return <InvitationLink invitation={confirmed.invitation} onDone={() => finish(confirmed.line)} />
  if (open !== 'confirm')
    return (
      <NoteDialog
        approval={approval}
        answer={open}
        onClose={onClose}
        onAnswered={() => finish(ANSWER_TEXTS[open].done(approval.title))}
      />
    )
  return (
    <ConfirmDialog
      approval={approval}
      onClose={onClose}
      onStale={() => {
        onClose()
        onStale()
      }}
      onConfirmed={(done) => (done.invitation === null ? finish(done.line) : setConfirmed(done))}
    />
  )
}
