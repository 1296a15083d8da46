import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { Button } from '@dolphin/ui/button/button'
import { Dialog } from '@dolphin/ui/dialog/dialog'
import { useCallback, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { deviceClock } from '../time/device-clock.ts'
import { signInPath } from './return-path.ts'
import { signOut } from './session.tsx'

/** As the server's: without activity a session ends. Source: docs/design/console.md, Staff. */
const IDLE_MS = 15 * MINUTE_MS
const WARN_BEFORE_MS = 2 * MINUTE_MS
const LOOK_MS = 1_000
/** Shared by the windows of the desk: who works in one of them is not idle in another. */
const LAST_ACT = 'desk.last-act'
const ACTS = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

const nowMs = (): number => deviceClock.now().getTime()

const noteAct = (): void => localStorage.setItem(LAST_ACT, String(nowMs()))

const idleMs = (): number => nowMs() - Number(localStorage.getItem(LAST_ACT) ?? nowMs())

/**
 * Warns before a session ends without activity, and ends it on the server, too: lists that look again by themselves
 * would keep it open for ever.
 */
export function IdleWatch() {
  const [leftMs, setLeftMs] = useState(IDLE_MS)
  const [, navigate] = useLocation()
  const leave = useCallback(async () => {
    const to = signInPath(location, 'idle')
    // Without an answer the server ends it by itself: no more is asked from here
    await signOut()
    navigate(to, { replace: true })
  }, [navigate])
  useEffect(() => {
    noteAct()
    const act = () => {
      // Once the warning stands there, only its buttons count
      if (idleMs() < IDLE_MS - WARN_BEFORE_MS) noteAct()
    }
    for (const event of ACTS) addEventListener(event, act, { passive: true })
    const timer = setInterval(() => setLeftMs(IDLE_MS - idleMs()), LOOK_MS)
    return () => {
      for (const event of ACTS) removeEventListener(event, act)
      clearInterval(timer)
    }
  }, [])
  const isOver = leftMs <= 0
  useEffect(() => {
    if (isOver) void leave()
  }, [isOver, leave])
  const stay = () => {
    noteAct()
    setLeftMs(IDLE_MS)
  }
  return (
    <Dialog
      open={leftMs <= WARN_BEFORE_MS && !isOver}
      title="Are you still there?"
      tone="warning"
      onClose={stay}
      actions={
        <>
          <Button onClick={stay}>Stay signed in</Button>
          <Button variant="secondary" onClick={() => void leave()}>
            Sign out now
          </Button>
        </>
      }
    >
      <p>Without an answer you are signed out in {secondsText(leftMs)}. You can go on here after sign-in.</p>
    </Dialog>
  )
}

const secondsText = (ms: number): string => {
  const seconds = Math.max(0, Math.ceil(ms / 1_000))
  return seconds === 1 ? '1 second' : `${seconds} seconds`
}
