import { ROUTES as CALLS } from '@dolphin/contract/route-table'
import { deviceClock } from '../time/device-clock.ts'
import { bootData } from './boot.ts'

/** One record as `save-behavior-record` takes it; a route is its pattern, because an address may carry a token. */
interface BehaviorRecord {
  readonly source: string
  readonly event: 'page' | 'click' | 'error' | 'vital'
  readonly route: string
  readonly name: string
  readonly value: number | null
  readonly at: string
}

const BATCH = 20
let waiting: BehaviorRecord[] = []

/** Notes that a page was opened. Guidance pages have their own source (product.md §2: /web-guidance). */
export function recordPage(routePath: string): void {
  const source = routePath.startsWith('/web-guidance') ? 'webGuidance' : 'online'
  const at = deviceClock.now().toISOString()
  waiting.push({ source, event: 'page', route: routePath, name: routePath, value: null, at })
  if (waiting.length >= BATCH) deliver()
}

/** Sends what waits when the page is hidden; nothing waits for the answer. */
export function startTracking(): void {
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') deliver()
  })
}

function deliver(): void {
  if (waiting.length === 0) return
  const body = JSON.stringify({ records: waiting })
  waiting = []
  const path = bootData().gatewayPrefix + CALLS.saveBehaviorRecord.path
  navigator.sendBeacon(path, new Blob([body], { type: 'application/json' }))
}
