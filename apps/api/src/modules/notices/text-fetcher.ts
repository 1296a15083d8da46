const TIMEOUT_MS = 5_000
const LONGEST = 65_536
const KEPT_MS = 3_600_000
const MOST_KEPT = 20

/** Fetches a text at an address that the caller has checked; a certificate is kept for an hour. Throws where it cannot. */
export function createTextFetcher(): (url: string) => Promise<string> {
  const kept = new Map<string, { readonly text: string; readonly until: number }>()
  return async (url) => {
    const found = kept.get(url)
    if (found !== undefined && performance.now() < found.until) return found.text
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const text = await response.text()
    if (!response.ok || text.length > LONGEST) throw new Error(`status ${response.status} or a text too long`)
    if (kept.size >= MOST_KEPT) kept.clear()
    kept.set(url, { text, until: performance.now() + KEPT_MS })
    return text
  }
}
