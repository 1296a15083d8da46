import { DAY_MS } from '../time/durations.ts'

/**
 * How far a notice came, in rank order: of two states the later one in this list holds, in whatever order their
 * reports came in. `undetermined`: something came back that may be a failure or an out-of-office answer; a delivery
 * overrules it. `rejected`: it failed for a reason of ours, not of the address. `bouncedUnclear`: it failed, and nothing
 * says why. A bounce may follow a delivery, and a complaint may follow both. Source: docs/facts/delivery.md §1.
 */
export const DELIVERY_STATES = [
  'queued',
  'accepted',
  'delayed',
  'undetermined',
  'delivered',
  'rejected',
  'bouncedUnclear',
  'bouncedSoft',
  'bouncedHard',
  'optedOut',
  'complained',
] as const

export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** States of a notice that did not arrive, or may not have. */
export const UNDELIVERED_STATES = [
  'undetermined',
  'rejected',
  'bouncedUnclear',
  'bouncedSoft',
  'bouncedHard',
  'optedOut',
] as const satisfies readonly DeliveryState[]

/** States of a notice that left and of which no report said how it ended. */
export const OPEN_STATES: readonly DeliveryState[] = ['accepted', 'delayed']

/** Mail servers give up after four to five days (RFC 5321 §4.5.4.1), and their report takes its time. */
const UNKNOWN_AFTER_DAYS = 7

/** A notice that left before this and is still in an open state counts as unknown. Source: docs/facts/delivery.md §1. */
export const unknownBefore = (now: Date): Date => new Date(now.getTime() - UNKNOWN_AFTER_DAYS * DAY_MS)

/** What a report says of a notice. Source: docs/facts/delivery.md §2, §4, §5. */
export const DELIVERY_EVENTS = {
  accepted: 'accepted',
  delayed: 'delayed',
  undetermined: 'undetermined',
  delivered: 'delivered',
  failedByUs: 'rejected',
  failedUnclear: 'bouncedUnclear',
  failedSoft: 'bouncedSoft',
  failedHard: 'bouncedHard',
  optedOut: 'optedOut',
  complained: 'complained',
} as const satisfies Readonly<Record<string, DeliveryState>>

export type DeliveryEvent = keyof typeof DELIVERY_EVENTS

/** The state of a notice after one more event; repeating or reordering events changes nothing. */
export function stateAfter(state: DeliveryState, event: DeliveryEvent): DeliveryState {
  const next = DELIVERY_EVENTS[event]
  return DELIVERY_STATES.indexOf(next) > DELIVERY_STATES.indexOf(state) ? next : state
}

/** What a state means for the notice and for the address that it went to. */
export interface DeliveryConsequence {
  /** Null while that is not known. */
  readonly arrived: boolean | null
  /** `counted`: several such failures suspend the address. */
  readonly address: 'stays' | 'counted' | 'suspended'
  readonly endsAdvertising: boolean
}

const open: DeliveryConsequence = { arrived: null, address: 'stays', endsAdvertising: false }

/**
 * What follows each state. A complaint ends advertising and moves notices elsewhere; it withdraws no consent.
 * Source: docs/facts/delivery.md §3, §4, §7.
 */
export const DELIVERY_CONSEQUENCES: Readonly<Record<DeliveryState, DeliveryConsequence>> = {
  queued: open,
  accepted: open,
  delayed: open,
  undetermined: { ...open, arrived: false },
  delivered: { ...open, arrived: true },
  rejected: { ...open, arrived: false },
  bouncedUnclear: { ...open, arrived: false },
  bouncedSoft: { ...open, arrived: false, address: 'counted' },
  bouncedHard: { ...open, arrived: false, address: 'suspended' },
  optedOut: { arrived: false, address: 'suspended', endsAdvertising: true },
  complained: { arrived: true, address: 'suspended', endsAdvertising: true },
}

/** One final soft failure of an address. */
export interface SoftFailure {
  readonly at: Date
  readonly mailboxFull: boolean
}

const SOFT_WITHIN_MS = 14 * DAY_MS
const MOST_SOFT = 3
const FULL_APART_MS = 7 * DAY_MS

/**
 * Whether soft failures add up to a dead address: three within 14 days, or a full mailbox twice, a week apart.
 * Source: docs/facts/delivery.md §3.
 */
export function areHardTogether(failures: readonly SoftFailure[]): boolean {
  const times = failures.map(({ at }) => at.getTime()).toSorted((a, b) => a - b)
  const isCrowded = times.some((time, index) => {
    const last = times[index + MOST_SOFT - 1]
    return last !== undefined && last - time <= SOFT_WITHIN_MS
  })
  const full = failures.filter(({ mailboxFull }) => mailboxFull).map(({ at }) => at.getTime())
  return isCrowded || (full.length > 1 && Math.max(...full) - Math.min(...full) >= FULL_APART_MS)
}
