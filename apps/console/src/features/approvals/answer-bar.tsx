import { Button } from '@dolphin/ui/button/button'
import { useMemo, useState } from 'react'
import { useKeys } from '../../app/keys.ts'
import { AnswerDialog, type OpenAnswer } from './answer-dialog.tsx'
import styles from './approvals.module.css'
import { approvalText } from './messages.ts'
import type { Approval } from './use-approvals.ts'

interface AnswerBarProps {
  approval: Approval
  /** It reads otherwise by now: first it is shown again. */
  hasChanged: boolean
  /** The server says that it reads otherwise by now. */
  onStale: () => void
  onAnswered: (line: string) => void
}

/** What the employee can answer: of another's entry three ways, of their own one. */
export function AnswerBar({ approval, hasChanged, onStale, onAnswered }: AnswerBarProps) {
  const [open, setOpen] = useState<OpenAnswer>()
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
      {open !== undefined && (
        <AnswerDialog
          approval={approval}
          open={open}
          onClose={() => setOpen(undefined)}
          onStale={onStale}
          onAnswered={onAnswered}
        />
      )}
    </footer>
  )
}
