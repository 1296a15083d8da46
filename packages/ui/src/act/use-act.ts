import { useRef, useState } from 'react'

/** An act started by the reader: `busy` while it runs; a second start while busy does nothing. */
export function useAct<Args extends unknown[]>(act: (...args: Args) => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const start = async (...args: Args) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await act(...args)
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, start }
}
