import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'

interface CountdownProps {
  seconds: number
  /** While true, time stands still. */
  paused?: boolean
  /** Whole seconds left by a clock: a device that slept then shows what is left, not what it counted. */
  remaining?: () => number
  onZero: () => void
  children: (secondsLeft: number) => ReactNode
}

const SECOND_MS = 1000

/** Counts whole seconds down to zero, then acts once. */
export function Countdown({ seconds, paused = false, remaining, onZero, children }: CountdownProps) {
  // An object, so that every second is a new one even where the clock says the same number
  const [now, setNow] = useState({ left: seconds })
  const act = useEffectEvent(onZero)
  const tick = useEffectEvent(() => setNow({ left: remaining?.() ?? now.left - 1 }))
  useEffect(() => {
    if (paused) return
    if (now.left <= 0) {
      act()
      return
    }
    const timer = setTimeout(tick, SECOND_MS)
    return () => clearTimeout(timer)
  }, [now, paused])
  return <>{children(now.left)}</>
}
