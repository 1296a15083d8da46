import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { call } from '../api-client/call.ts'
import { whenReachable } from '../api-client/connection.ts'
import type { FormStore } from './form-store.ts'

/** Whether the steps behind are kept: on every device once `saved`, on this one alone while `waiting`. */
export type StepState = 'rest' | 'saving' | 'saved' | 'waiting'

export interface StepSaving {
  readonly state: StepState
  /** Keeps the answers of these elements while the reader goes on. */
  readonly keep: (elements: readonly string[]) => void
  /** Resolves once nothing is on its way any more, so that the last save names the right version. */
  readonly settled: () => Promise<void>
}

/**
 * Keeps the steps of an unfinished form on the server, one after the other and behind the reader's back: a step that
 * could not be kept stays in this device's draft, and goes with the next one or once the connection is back.
 */
export function useStepSaving(store: FormStore, wanted: boolean): StepSaving {
  const [state, setState] = useState<StepState>('rest')
  const queue = useRef<Promise<void>>(Promise.resolve())
  const waiting = useRef<readonly string[]>([])
  const keep = (elements: readonly string[]) => {
    if (!wanted) return
    waiting.current = elements
    setState('saving')
    queue.current = queue.current.then(async () => setState(await saveStep(store, elements)))
  }
  const again = useEffectEvent(() => keep(waiting.current))
  useEffect(() => (state === 'waiting' ? whenReachable(() => again()) : undefined), [state])
  return { state, keep, settled: () => queue.current }
}

async function saveStep(store: FormStore, elements: readonly string[]): Promise<StepState> {
  const { externalKey, version } = store.stored
  const named = new Set(elements)
  const changed = Object.fromEntries(Object.entries(store.changed()).filter(([key]) => named.has(key)))
  if (Object.keys(changed).length === 0) return 'saved'
  const body = { externalKey, version, changed, elements: [...elements] }
  const params = { code: store.form.definition.code }
  const result = await call('saveFormStep', { params, body } as Parameters<typeof call<'saveFormStep'>>[1])
  if (!result.ok) return result.failure.kind === 'network' ? 'waiting' : 'rest'
  store.saved(result.value, changed)
  return 'saved'
}
