import { Button, ButtonRow, buttonClass } from '@dolphin/ui/button/button'
import { Card } from '@dolphin/ui/card/card'
import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { StepHeading } from '../../app/step-heading.tsx'
import { loanPath } from './change-kinds.ts'
import type { AskedChange } from './change-call.ts'
import { changeText } from './change-messages.ts'
import { endAct } from './open-act.ts'
import { receiptPath } from './receipt-path.ts'
import { forgetFigures } from './use-preview.ts'

const LOOK_MS = 3_000
/** What did arrive is saved within that many looks, also by a server that is busy. */
const LOOKS = 8

interface CheckingStepProps {
  loanNo: string
  /** The newest change before the one that is looked for. */
  known: string
  /** Undefined where the address does not say it any more. */
  asked: AskedChange | undefined
  /** It did not arrive, and the figures are to be looked at again. */
  onAgain: () => void
}

/** The line broke after a confirmation: looks whether the change arrived before anything can be sent again. */
export function CheckingStep({ loanNo, known, asked, onAgain }: CheckingStepProps) {
  const [, navigate] = useLocation()
  const found = useArrival(loanNo, known)
  useEffect(() => {
    if (found.state === 'arrived' || found.state === 'notArrived') endAct(loanNo)
    if (found.state !== 'arrived') return
    navigate(receiptPath(loanNo, found.changeNo, asked), { replace: true })
    void forgetFigures()
  }, [found, loanNo, navigate, asked])
  if (found.state !== 'notArrived') {
    return (
      <Card tone="accent">
        <StepHeading lead={changeText('checkingLead')}>{changeText('checkingTitle')}</StepHeading>
        <p role="status">{changeText(found.state === 'unreachable' ? 'checkingOffline' : 'checkingNow')}</p>
      </Card>
    )
  }
  return (
    <Card tone="accent">
      <StepHeading lead={changeText('notArrivedLead')}>{changeText('notArrivedTitle')}</StepHeading>
      <ButtonRow>
        <Link href={loanPath(loanNo)} className={buttonClass('secondary')}>
          {changeText('toLoan')}
        </Link>
        <Button onClick={onAgain}>{changeText('tryAgain')}</Button>
      </ButtonRow>
    </Card>
  )
}

type Arrival =
  | { readonly state: 'looking' | 'unreachable' | 'notArrived' }
  | { readonly state: 'arrived'; readonly changeNo: string }

/** Looks again and again until a change newer than the one known is there, or has not come in time. */
function useArrival(loanNo: string, known: string): Arrival {
  const [arrival, setArrival] = useState<Arrival>({ state: 'looking' })
  useEffect(() => {
    const abort = new AbortController()
    const { signal } = abort
    const look = async () => {
      for (let looks = 0; looks < LOOKS; await rest(LOOK_MS)) {
        const answer = await call('listChange', { query: { loanNo } }, { signal })
        if (signal.aborted) return
        if (!answer.ok) {
          setArrival({ state: 'unreachable' })
          continue
        }
        looks += 1
        const changeNo = answer.value.changes[0]?.changeNo ?? 'none'
        if (changeNo !== known) return setArrival({ state: 'arrived', changeNo })
        setArrival({ state: looks < LOOKS ? 'looking' : 'notArrived' })
      }
    }
    void look()
    return () => abort.abort()
  }, [loanNo, known])
  return arrival
}

const rest = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
