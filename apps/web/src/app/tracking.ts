import { ROUTES as CALLS } from '@dolphin/contract/route-table'
import { bootData } from './boot.ts'
import { deviceClock } from '../time/device-clock.ts'

interface BehaviorEvent {
  readonly source: string
  readonly name: string
  readonly at: string
}

const BATCH = 20
let waiting: BehaviorEvent[] = []

/** Notes that a page was opened, by its route and never by its address, which may carry a token. */
export function recordPage(routePath: string): void {
  waiting.push({ source: routePath, name: 'page', at: deviceClock.now().toISOString() })
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
  const { gatewayPrefix, portfolio } = bootData()
  const body = JSON.stringify({ portfolioId: portfolio.portfolioId, events: waiting })
  waiting = []
  navigator.sendBeacon(
    gatewayPrefix + CALLS.saveBehaviorRecord.path,
    new Blob([body], { type: 'application/json' }),
  )
}
