import { type ComponentType, useEffect, useState, useSyncExternalStore } from 'react'
import { hasNews, subscribeAnnounced } from './announcements.tsx'
import { whenSettled } from './settled.ts'

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000

/**
 * The part of the frame that comes when the page's content stands, or at once where something waits to be announced.
 * Where it cannot be loaded it is tried again, ever more slowly and as soon as
 * the device is online; the page works without it.
 */
export function Later() {
  const [Part, setPart] = useState<ComponentType>()
  const isUrgent = useSyncExternalStore(subscribeAnnounced, hasNews)
  const isHere = Part !== undefined
  useEffect(() => {
    if (isHere) return
    return isUrgent ? load(setPart) : afterContent(() => load(setPart))
  }, [isHere, isUrgent])
  return Part ? <Part /> : null
}

type Cancel = () => void

function afterContent(start: () => Cancel): Cancel {
  let cancel = whenSettled(() => {
    cancel = start()
  })
  return () => cancel()
}

function load(show: (part: () => ComponentType) => void): Cancel {
  let isWanted = true
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = FIRST_RETRY_MS
  const attempt = async () => {
    clearTimeout(timer)
    try {
      const { default: Part } = await import('./after-paint/after-paint.tsx')
      if (isWanted) show(() => Part)
      stop()
    } catch {
      if (isWanted) timer = setTimeout(() => void attempt(), wait)
      wait = Math.min(wait * 2, LONGEST_RETRY_MS)
    }
  }
  const again = () => void attempt()
  const stop = () => {
    isWanted = false
    clearTimeout(timer)
    removeEventListener('online', again)
  }
  addEventListener('online', again)
  void attempt()
  return stop
}
