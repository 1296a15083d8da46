import { useAct } from '@dolphin/ui/act/use-act'
import { Button } from '@dolphin/ui/button/button'
import { useState } from 'react'
import { call, type CallValue } from '../../calls/call.ts'
import { failureText } from '../../calls/failure-text.ts'
import { Trouble } from '../../form/trouble.tsx'
import { InvitationCode } from '../people/invitation-code.tsx'
import styles from './approvals.module.css'
import { approvalText } from './messages.ts'
import type { Approval } from './use-approvals.ts'

type Again = CallValue<'enterApprovalAgain'>

interface EnterAgainBarProps {
  approval: Approval
  /** The line that says so, and the number that it has now. */
  onEntered: (line: string, approvalNo: string) => void
}

/** Enters once more, as it was, what the employee entered and no one confirmed; of an invitation its code follows. */
export function EnterAgainBar({ approval, onEntered }: EnterAgainBarProps) {
  const [trouble, setTrouble] = useState<string>()
  const [invited, setInvited] = useState<Again>()
  const finish = (again: Again) =>
    onEntered(approvalText.enteredAgain(approval.title), again.approval.approvalNo)
  const { busy, start } = useAct(async () => {
    const { approvalNo } = approval
    const again = await call('enterApprovalAgain', { body: { approvalNo } })
    setTrouble(again.ok ? undefined : failureText(again.failure))
    if (!again.ok) return
    if (again.value.code === null) finish(again.value)
    else setInvited(again.value)
  })
  return (
    <footer className={styles.answers} aria-busy={busy}>
      <Trouble text={trouble} />
      <Button onClick={() => void start()}>{approvalText.enterAgain}</Button>
      <span className="small muted">{approvalText.enterAgainHint}</span>
      {invited !== undefined && invited.code !== null && (
        <InvitationCode
          name={nameIn(approval)}
          code={invited.code}
          onDone={() => {
            setInvited(undefined)
            finish(invited)
          }}
        />
      )}
    </footer>
  )
}

/** Whom an invitation is for. */
const nameIn = ({ asEntered, subject }: Approval): string =>
  asEntered.find(({ label }) => label === 'Name')?.value ?? subject
