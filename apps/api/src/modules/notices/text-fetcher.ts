import { HOUR_MS } from '@dolphin/domain/time/durations'
import { LRUCache } from 'lru-cache'

const TIMEOUT_MS = 5_000
const LONGEST = 65_536
const KEPT_MS = HOUR_MS
const MOST_KEPT = 20

/** Fetches a text at an address that the caller has checked; a certificate is kept for an hour. Throws where it cannot. */
export function createTextFetcher(): (url: string) => Promise<string> {
  const kept = new LRUCache<string, string>({
    max: MOST_KEPT,
    ttl: KEPT_MS,
    fetchMethod: fetchText,
    // One that is pushed out meanwhile still reaches who asked for it
    ignoreFetchAbort: true,
  })
  return (url) => kept.forceFetch(url)
}

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const text = await response.text()
  if (!response.ok || text.length > LONGEST) throw new Error(`status ${response.status} or a text too long`)
  return text
}
