import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { type CallFailure, type CallValue, call } from '../../api-client/call.ts'
import { react } from '../../api-client/reactions.ts'
import { useAct } from '@dolphin/ui/act/use-act'
import { queryClient } from '../../api-client/with-queries.tsx'
import { showPopup, showSnackbar } from '../../app/announcements.tsx'
import { fieldFailureText } from '../../app/failure-text.ts'
import { dayText, moneyText } from '../../app/wire-text.ts'
import { servicingText } from './receipt-messages.ts'
import { momentText } from './moment-text.ts'
import { untilKnown } from './until-known.ts'

type Consequence = CallValue<'cancelLoan'>

/** Ends a loan just made or just received: first what that means, then the act. */
export function CancelLoan({ loanNo }: { loanNo: string }) {
  const [, navigate] = useLocation()
  const [consequence, setConsequence] = useState<Consequence>()
  const [unknown, setUnknown] = useState(false)
  const look = useAct(async () => {
    const preview = await send(loanNo, FormActionMode.preview)
    if (preview.ok) setConsequence(preview.value)
    else await tell(preview.failure)
  })
  const cancel = useAct(async () => {
    const saved = await untilKnown(
      () => send(loanNo, FormActionMode.save),
      () => setUnknown(true),
    )
    setUnknown(false)
    setConsequence(undefined)
    if (!saved.ok) await tell(saved.failure)
    else {
      showSnackbar(servicingText('canceled'), 'success')
      navigate('/home')
    }
    await queryClient.invalidateQueries()
  })
  return (
    <>
      <Button variant="quiet" busy={look.busy} onClick={() => void look.start()}>
        {servicingText('cancelLoan')}
      </Button>
      <Dialog
        open={consequence !== undefined}
        title={servicingText('cancelTitle')}
        tone="warning"
        onClose={() => setConsequence(undefined)}
        actions={
          <>
            <Button variant="secondary" onClick={() => setConsequence(undefined)}>
              {servicingText('cancelKeep')}
            </Button>
            <Button variant="danger" busy={cancel.busy} onClick={() => void cancel.start()}>
              {servicingText('cancelConfirm')}
            </Button>
          </>
        }
      >
        {consequence !== undefined && <ConsequenceText consequence={consequence} />}
        {unknown && <p role="status">{servicingText('unknown')}</p>}
      </Dialog>
    </>
  )
}

function ConsequenceText({ consequence }: { consequence: Consequence }) {
  const { principalDebit, debitDate, cancelUntil } = consequence
  return (
    <>
      <p>
        {principalDebit === null || debitDate === null
          ? servicingText('cancelNothingSent')
          : servicingText('cancelDebit', { amount: moneyText(principalDebit), date: dayText(debitDate) })}
      </p>
      <p>{servicingText('cancelUntil', { moment: momentText(cancelUntil) })}</p>
    </>
  )
}

/** Quiet: that it is too late is an answer here, and no reason to leave the page. */
const send = (loanNo: string, mode: FormActionMode) =>
  call('cancelLoan', { body: { loanNo, mode } }, { quiet: true })

const SIGN_IN = 401

async function tell(failure: CallFailure): Promise<void> {
  if (failure.kind === 'aborted') return
  if (failure.kind === 'refused' && failure.status === SIGN_IN) return react(failure)
  await showPopup('error', fieldFailureText(failure))
}
