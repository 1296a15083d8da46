import type { ReactNode } from 'react'
import { useEffect, useState } from 'react'

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
  useEffect(() => {
    if (paused) return
    if (left <= 0) {
      onZero()
      return
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000)
    return () => clearTimeout(timer)
    // onZero may be a new function at every render; only the passing of time counts here
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [left, paused])
  return <>{children(left)}</>
}
