import { useSyncExternalStore } from 'react'

let reachable = true
const listeners = new Set<() => void>()

/** Every call says whether it was answered. */
export function reportConnection(answered: boolean): void {
  if (reachable === answered) return
  reachable = answered
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const back = () => reportConnection(true)
  const gone = () => reportConnection(false)
  listeners.add(listener)
  addEventListener('online', back)
  addEventListener('offline', gone)
  return () => {
    listeners.delete(listener)
    removeEventListener('online', back)
    removeEventListener('offline', gone)
  }
}

const LOOK_AGAIN_MS = 5_000

/**
 * Does something again once the device says that it is online, or after a while where the server was not reached
 * though the device is; the answer takes it back.
 */
export function whenReachable(again: () => void): () => void {
  const timer = setInterval(() => {
    if (navigator.onLine) again()
  }, LOOK_AGAIN_MS)
  addEventListener('online', again)
  return () => {
    clearInterval(timer)
    removeEventListener('online', again)
  }
}

/** False while the device is offline or the last call went unanswered. */
export function useReachable(): boolean {
  return useSyncExternalStore(subscribe, () => reachable && navigator.onLine)
}
