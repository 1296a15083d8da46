import { BEHAVIOR_SOURCES } from './behavior.ts'

/** What a value of a business event may be: one of a list, or a count. */
export type EventValue =
  | { readonly kind: 'oneOf'; readonly values: readonly string[] }
  | { readonly kind: 'count'; readonly most: number }

const PAGE: EventValue = { kind: 'oneOf', values: Object.values(BEHAVIOR_SOURCES).flat() }
/** As many as an offer has. */
const PLANS: EventValue = { kind: 'count', most: 120 }

/**
 * The business events that a page may report, with their keys: closed lists, because they stand in the audit stream. A
 * value is one of a list or a small count, so that nothing of a person fits in. Our decision; product.md §7 names the call
 * alone.
 */
export const BUSINESS_EVENTS = {
  pageSeen: { page: PAGE },
  helpOpened: { page: PAGE },
  planSeen: { plans: PLANS },
  planCompared: { plans: PLANS },
} as const satisfies Readonly<Record<string, Readonly<Record<string, EventValue>>>>
