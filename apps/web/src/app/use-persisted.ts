import { useEffect } from 'react'
import { persistState, persistedState, type PersistedState } from './persisted-state.ts'
import { whenSettled } from './settled.ts'

/**
 * Keeps what a page knows of a part of the state beside what is kept of it already, once the page stands; undefined
 * while it knows nothing. Source: product.md §3.
 */
export function usePersisted<Key extends keyof PersistedState>(
  key: Key,
  known: Partial<PersistedState[Key]> | undefined,
): void {
  const text = known && JSON.stringify(known)
  useEffect(() => {
    if (text === undefined) return
    let wanted = true
    const keep = async () => {
      const before = await persistedState(key)
      if (wanted) await persistState(key, { ...before, ...(JSON.parse(text) as PersistedState[Key]) })
    }
    const cancel = whenSettled(() => void keep())
    return () => {
      wanted = false
      cancel()
    }
  }, [key, text])
}
