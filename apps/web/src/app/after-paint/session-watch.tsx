import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { call } from '../../api-client/call.ts'
import { asksWhoIsThere } from '../../api-client/reactions.ts'
import { isLimited, sessionEndsInMs, subscribeSession } from '../../api-client/session.ts'
import { rememberReturn } from '../return-path.ts'
import { appText } from '../messages.ts'
import { endSession, signOut } from '../sign-out.ts'
import { laterText } from './messages.ts'

const WARN_MS = 120_000
const SECOND_MS = 1000

/** Warns two minutes before the session ends and lets the reader stay (pages.md; WCAG 2.2.1). */
export function SessionWatch() {
  const left = useSessionEnd()
  const [, navigate] = useLocation()
  const ended = left !== undefined && left <= 0
  useEffect(() => {
    if (!ended) return
    const stays = isLimited() && asksWhoIsThere()
    if (!stays) rememberReturn()
    endSession()
    if (!stays) navigate('/sign-in', { replace: true })
  }, [ended, navigate])
  const seconds = Math.max(0, Math.ceil((left ?? 0) / SECOND_MS))
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  const stay = () =>
    void (isLimited() ? call('listSection', { query: {} }) : call('extendSession', { body: {} }))
  return (
    <Dialog
      open={left !== undefined && left > 0 && left <= WARN_MS}
      title={laterText('sessionEndsTitle')}
      tone="warning"
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>{laterText('staySignedIn')}</Button>
          <Button variant="secondary" onClick={() => void signOut(navigate)}>
            {appText('signOut')}
          </Button>
        </>
      }
    >
      <p role="timer">{laterText('sessionEnds', { time })}</p>
    </Dialog>
  )
}

/** Milliseconds until the end, known by the second near the end and else only when it comes near. */
function useSessionEnd(): number | undefined {
  const [left, setLeft] = useState(sessionEndsInMs)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      const remaining = sessionEndsInMs()
      setLeft(remaining)
      if (remaining === undefined || remaining <= 0) return
      timer = setTimeout(look, remaining > WARN_MS ? remaining - WARN_MS : SECOND_MS)
    }
    look()
    const unsubscribe = subscribeSession(look)
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [])
  return left
}
