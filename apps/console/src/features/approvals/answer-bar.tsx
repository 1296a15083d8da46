import { Button } from '@dolphin/ui/button/button'
import { useMemo, useState } from 'react'
import { useKeys } from '../../app/keys.ts'
import styles from './approvals.module.css'
import type { Confirmed } from './confirm.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { InvitationLink } from './invitation-link.tsx'
import { type Answer, ANSWER_TEXTS, approvalText } from './messages.ts'
import { NoteDialog } from './note-dialog.tsx'
import type { Approval } from './use-approvals.ts'

interface AnswerBarProps {
  approval: Approval
  /** It reads otherwise by now: first it is shown again. */
  hasChanged: boolean
  /** The server says that it reads otherwise by now. */
  onStale: () => void
  onAnswered: (line: string) => void
}

type Open = 'confirm' | Answer | undefined

/** What the employee can answer: of another's entry three ways, of their own one. */
export function AnswerBar({ approval, hasChanged, onStale, onAnswered }: AnswerBarProps) {
  const [open, setOpen] = useState<Open>()
  const [confirmed, setConfirmed] = useState<Confirmed>()
  const { own, obstacle, blocked } = approval
  const mayConfirm = obstacle === null && blocked === null && !hasChanged
  // Who may confirm may also say no; what stands in the way of carrying it out does not stand in the way of that
  const mayDecline = !own && obstacle === null
  const keys = useMemo(
    () => ({
      ...(mayConfirm && { c: () => setOpen('confirm') }),
      ...(mayDecline && { b: () => setOpen('return'), r: () => setOpen('refuse') }),
    }),
    [mayConfirm, mayDecline],
  )
  useKeys(keys)
  const close = () => setOpen(undefined)
  const finish = (line: string) => {
    close()
    onAnswered(line)
  }
  return (
    <footer className={styles.answers}>
      {!own && (
        <Button disabled={!mayConfirm} onClick={() => setOpen('confirm')}>
          {approvalText.confirm}
        </Button>
      )}
      {mayDecline && (
        <>
          <Button variant="secondary" onClick={() => setOpen('return')}>
            {approvalText.return}
          </Button>
          <Button variant="secondary" className={styles.refuse} onClick={() => setOpen('refuse')}>
            {approvalText.refuse}
          </Button>
        </>
      )}
      {own && (
        <Button variant="secondary" onClick={() => setOpen('withdraw')}>
          {approvalText.withdraw}
        </Button>
      )}
      {open === 'confirm' && (
        <ConfirmDialog
          approval={approval}
          onClose={close}
          onStale={() => {
            close()
            onStale()
          }}
          onConfirmed={(done) => {
            if (done.invitation === null) return finish(done.line)
            close()
            setConfirmed(done)
          }}
        />
      )}
      {open !== undefined && open !== 'confirm' && (
        <NoteDialog
          approval={approval}
          answer={open}
          onClose={close}
          onAnswered={() => finish(ANSWER_TEXTS[open].done(approval.title))}
        />
      )}
      {confirmed?.invitation && (
        <InvitationLink invitation={confirmed.invitation} onDone={() => finish(confirmed.line)} />
      )}
    </footer>
  )
}
