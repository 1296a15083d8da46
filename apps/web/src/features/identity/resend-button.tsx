import { Button } from '@dolphin/ui/button/button'
import { Countdown } from '@dolphin/ui/countdown/countdown'
import { useState } from 'react'
import { useAct } from '@dolphin/ui/act/use-act'
import { identityText } from './messages.ts'

interface ResendButtonProps {
  label: string
  /** How long to wait before the first resend. */
  waitSeconds: number
  /** Sends again; answers how long to wait now, or nothing when it failed. */
  onResend: () => Promise<number | undefined>
}

/** Sends again, but only after a countdown. */
export function ResendButton({ label, waitSeconds, onResend }: ResendButtonProps) {
  const [wait, setWait] = useState(waitSeconds)
  const [round, setRound] = useState(0)
  const { busy, start } = useAct(async () => {
    const next = await onResend()
    if (next === undefined) return
    setWait(next)
    setRound((count) => count + 1)
  })
  if (wait <= 0) {
    return (
      <Button variant="quiet" busy={busy} onClick={() => void start()}>
        {label}
      </Button>
    )
  }
  return (
    <Countdown key={round} seconds={wait} onZero={() => setWait(0)}>
      {(seconds) => <p>{identityText('resendIn', { seconds })}</p>}
    </Countdown>
  )
}
