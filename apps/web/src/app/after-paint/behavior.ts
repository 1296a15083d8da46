import { ROUTES as CALLS } from '@dolphin/contract/route-table'
import {
  BEHAVIOR_NAMES,
  type BehaviorSource,
  behaviorSource,
  type NamedEvent,
} from '@dolphin/domain/tracking/behavior'
import { deviceClock } from '../../time/device-clock.ts'
import { bootData } from '../boot.ts'
import { hearPages } from '../tracking.ts'
import { watchVitals } from './vitals.ts'

/** One record as `save-behavior-record` takes it: patterns and names from closed lists, and nothing that was typed. */
interface BehaviorRecord {
  readonly source: BehaviorSource
  readonly event: 'page' | NamedEvent
  readonly route: string
  readonly name: string
  readonly value: number | null
  readonly at: string
}

/** As many as the call takes. */
const BATCH = 20
/** What a page can be made to say in one visit; a loop of errors is not news. */
const MOST_RECORDS = 400

let waiting: BehaviorRecord[] = []
let count = 0
/** The pattern of the page that is open. */
let route: string | undefined

/**
 * Reports how pages are used (product.md §7): pages, product buttons, errors by kind, web vitals. Batched, from a
 * sample of visits, and not at all where the browser asks for privacy. `sample` is the share of visits, 0 to 1.
 */
export function startTracking(sample: number): void {
  if (asksForPrivacy() || !isSampled(sample)) return hearPages(() => {})
  hearPages((page) => {
    route = page.route
    note('page', page.route, null, page.at)
  })
  document.addEventListener('click', noteClick, { capture: true })
  addEventListener('error', () => note('error', 'script'))
  addEventListener('unhandledrejection', () => note('error', 'promise'))
  document.addEventListener('securitypolicyviolation', () => note('error', 'policy'))
  const vitals = watchVitals()
  const leave = () => {
    for (const { name, value } of vitals()) note('vital', name, value)
    deliver()
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave()
  })
  addEventListener('pagehide', leave)
}

/** Do Not Track, or Global Privacy Control. */
function asksForPrivacy(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return doNotTrack === '1' || globalPrivacyControl === true
}

function isSampled(share: number): boolean {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1))
  return random / 2 ** 32 < share
}

/** A product button by its kind; its label may hold an amount or a name. */
function noteClick({ target }: Event): void {
  if (!(target instanceof Element)) return
  const kind = target.closest<HTMLElement>('[data-button]')?.dataset['button']
  if (kind !== undefined && (BEHAVIOR_NAMES.click as readonly string[]).includes(kind)) note('click', kind)
}

function note(event: 'page' | NamedEvent, name: string, value: number | null = null, at = deviceClock.now()) {
  const source = route === undefined ? undefined : behaviorSource(route)
  if (route === undefined || source === undefined || count >= MOST_RECORDS) return
  count += 1
  waiting.push({ source, event, route, name, value, at: at.toISOString() })
  if (waiting.length >= BATCH) deliver()
}

/** Sends the waiting records in batches, as beacons without a response. Records that fail to send wait for the next. */
function deliver(): void {
  while (waiting.length > 0) {
    const body = new Blob([JSON.stringify({ records: waiting.slice(0, BATCH) })], {
      type: 'application/json',
    })
    if (!navigator.sendBeacon(bootData().gatewayPrefix + CALLS.saveBehaviorRecord.path, body)) return
    waiting = waiting.slice(BATCH)
  }
}
