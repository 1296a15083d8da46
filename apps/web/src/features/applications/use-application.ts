import { startTransition, useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CallFailure, call } from '../../api-client/call.ts'
import { isSignedIn } from '../../api-client/session.ts'
import { showFailure } from '../../app/show-failure.ts'
import type { ApplicationView } from './application-view.ts'

type Query = { readonly applicationNo?: string; readonly resource?: string }

export type ApplicationReading =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly failure: CallFailure }
  | { readonly state: 'ready'; readonly view: ApplicationView }

/**
 * The application by its link or number. `refresh` reads it again, shows it before it resolves, and says so when
 * that fails; what was shown stays. One that was just read is not read again.
 */
export function useApplication(query: Query, justRead?: ApplicationView) {
  const [reading, setReading] = useState<ApplicationReading>(
    justRead === undefined ? { state: 'waiting' } : { state: 'ready', view: justRead },
  )
  const key = JSON.stringify(query)
  const isKnown = justRead !== undefined
  useEffect(() => {
    if (isKnown) return
    let wanted = true
    void readingOf(key).then((found) => {
      if (wanted) startTransition(() => setReading(found))
    })
    return () => {
      wanted = false
    }
  }, [key, isKnown])
  const again = () => {
    setReading({ state: 'waiting' })
    void readingOf(key).then(setReading)
  }
  const refresh = useCallback(async (): Promise<ApplicationView | undefined> => {
    const result = await call('listSection', { query: JSON.parse(key) as Query })
    if (!result.ok) {
      await showFailure(result.failure)
      return undefined
    }
    // The address may lead to a step only once the page knows that it is open
    flushSync(() => setReading({ state: 'ready', view: result.value }))
    return result.value
  }, [key])
  return { reading, refresh, again }
}

let early: { readonly key: string; readonly reading: Promise<ApplicationReading> } | undefined

/**
 * Reads an application before it is known whether the page may open it, for who is signed in; the page takes it over
 * where it may. Answers how to forget it.
 */
export function readApplicationEarly(query: Query): () => void {
  const key = JSON.stringify(query)
  if (isSignedIn()) early = { key, reading: ask(key, { quiet: true }) }
  return () => {
    early = undefined
  }
}

/** What was read early counts once, and only where it was read. */
async function readingOf(key: string): Promise<ApplicationReading> {
  const taken = early?.key === key ? early.reading : undefined
  early = undefined
  const reading = await taken
  return reading?.state === 'ready' ? reading : await ask(key)
}

async function ask(key: string, options?: { quiet: boolean }): Promise<ApplicationReading> {
  const result = await call('listSection', { query: JSON.parse(key) as Query }, options)
  return result.ok ? { state: 'ready', view: result.value } : { state: 'failed', failure: result.failure }
}
