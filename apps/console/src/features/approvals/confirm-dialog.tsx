import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { useSession } from '../../app/session.tsx'
import { useAct } from '@dolphin/ui/act/use-act'
import { ActForm } from '../../form/act-form.tsx'
import { DialogActs } from '../../form/dialog-acts.tsx'
import { TextField } from '../../form/text-field.tsx'
import { Trouble } from '../../form/trouble.tsx'
import { dayAndTimeText } from '../../time/instant-text.ts'
import styles from './approvals.module.css'
import { type Confirmed, confirm } from './confirm.ts'
import { approvalText } from './messages.ts'
import type { Approval } from './use-approvals.ts'

interface ConfirmDialogProps {
  approval: Approval
  onClose: () => void
  /** What is confirmed is no longer what was read. */
  onStale: () => void
  onConfirmed: (done: Confirmed) => void
}

/** Repeats what is confirmed, asks for the amount, and has the passkey sign the digest. */
export function ConfirmDialog({ approval, onClose, onStale, onConfirmed }: ConfirmDialogProps) {
  const { employeeId } = useSession()
  const { amount, digest } = approval
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [trouble, setTrouble] = useState<string>()
  const { busy, start } = useAct(async () => {
    setTrouble(undefined)
    const differs = amount !== null && typed.replaceAll(/[$,\s]/g, '') !== amount
    setError(differs ? approvalText.amountDiffers : undefined)
    if (differs) return
    const result = await confirm(approval, employeeId)
    if (result.outcome === 'confirmed') onConfirmed(result.done)
    else if (result.outcome === 'stale') onStale()
    else setTrouble(result.text)
  })
  return (
    <Dialog open title={approvalText.confirmTitle(approval.title)} onClose={onClose}>
      <ActForm onSubmit={start}>
        <dl className={styles.pairs}>
          <Pair label="About" value={approval.subject} />
          <Pair
            label="Entered by"
            value={`${approval.enteredBy.name}, ${dayAndTimeText(approval.enteredAt)}`}
          />
          {approval.differences
            .filter(({ before, after }) => before !== after)
            .slice(0, DIFFERENCES_REPEATED)
            .map(({ label, before, after }) => (
              <Pair key={label} label={label} value={`${before} → ${after}`} />
            ))}
        </dl>
        {amount !== null && (
          <TextField
            label={approvalText.amountAgain(amount)}
            width="short"
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            error={error}
            onChange={setTyped}
          />
        )}
        <p className={styles.digestLabel}>{approvalText.digestLabel}</p>
        <p className={styles.digest}>{digest.replaceAll(/(.{4})(?=.)/g, '$1 ')}</p>
        <p className="small muted">{approvalText.signs}</p>
        <Trouble text={trouble} />
        <DialogActs act={approvalText.sign} busy={busy} onClose={onClose} />
      </ActForm>
    </Dialog>
  )
}

/** The detail behind the dialog has all of them. */
const DIFFERENCES_REPEATED = 6

const Pair = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd className="figures">{value}</dd>
  </div>
)
