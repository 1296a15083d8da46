import { useCallback, useEffect, useState } from 'react'
import { type CallInput, type CallName, type CallResult, type CallValue, call } from './call.ts'

/** What a page that reads something on arrival shows: waiting, the value, or why there is none. */
export type Reading<Value> = { state: 'waiting' } | (CallResult<Value> & { state: 'answered' })

/**
 * Reads by one call when the page opens and whenever the input changes; `again` reads once more. Light enough
 * for pages before sign-in; signed-in pages use TanStack Query (`withQueries`).
 */
export function useReading<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
): { reading: Reading<CallValue<Name>>; again: () => void } {
  const [answered, setAnswered] = useState<{ request: string; result: CallResult<CallValue<Name>> }>()
  const [round, setRound] = useState(0)
  const key = JSON.stringify(input)
  const request = `${round} ${name} ${key}`
  useEffect(() => {
    const abort = new AbortController()
    const read = async () => {
      const result = await call(name, JSON.parse(key) as CallInput<Name>, { signal: abort.signal })
      if (!abort.signal.aborted) setAnswered({ request, result })
    }
    void read()
    return () => abort.abort()
  }, [name, key, request])
  const reading: Reading<CallValue<Name>> =
    answered?.request === request ? { ...answered.result, state: 'answered' } : { state: 'waiting' }
  return { reading, again: useCallback(() => setRound((count) => count + 1), []) }
}
