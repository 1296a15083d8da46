import type { ReactNode } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'

interface CountdownProps {
  seconds: number
  /** While true, time stands still. */
  paused?: boolean
  onZero: () => void
  children: (secondsLeft: number) => ReactNode
}

/** Counts whole seconds down to zero, then acts once. */
export function Countdown({ seconds, paused = false, onZero, children }: CountdownProps) {
  const [left, setLeft] = useState(seconds)
  const act = useEffectEvent(onZero)
  useEffect(() => {
    if (paused) return
    if (left <= 0) {
      act()
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
  }, [left, paused])
  return <>{children(left)}</>
}
