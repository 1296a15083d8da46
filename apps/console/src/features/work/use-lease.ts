import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { useEffect, useEffectEvent } from 'react'
import { call } from '../../calls/call.ts'

/** An item is its taker's for 15 minutes; two renewals may fail before it is free. */
const RENEW_MS = 5 * MINUTE_MS

interface LeaseProps {
  workItemNo: string
  isMine: boolean
  /** It was not renewed: another has it by now, or it is closed. */
  onLost: () => void
}

/** Renews what the employee has while its page is open and seen, and at once when they come back to it. */
export function useLease({ workItemNo, isMine, onLost }: LeaseProps): void {
  // A page that draws itself anew does not begin the wait anew.
  const lost = useEffectEvent(onLost)
  useEffect(() => {
    if (!isMine) return
    const renew = async () => {
      if (document.visibilityState !== 'visible') return
      const result = await call('takeWorkItem', { body: { workItemNo } })
      if (!result.ok) lost()
    }
    const renewing = () => void renew()
    const timer = setInterval(renewing, RENEW_MS)
    document.addEventListener('visibilitychange', renewing)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', renewing)
    }
  }, [workItemNo, isMine])
}
