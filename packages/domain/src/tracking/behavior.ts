import { DAY_MS, HOUR_MS } from '../time/durations.ts'

/**
 * What may be reported about how pages are used, and nothing else: routes as patterns, because an address may
 * carry a token, and names from closed lists, because free text may carry anything.
 *
 * Sources by path: product.md §2 and §7 (which path has which source is ours).
 */
export const BEHAVIOR_SOURCES = {
  account: [
    '/sign-in',
    '/send-set-link',
    '/create-account/:resource',
    '/send-reset-link',
    '/reset-password/:resource',
    '/account',
    '/change-password',
    '/my-data',
  ],
  consent: ['/welcome', '/consent'],
  guidance: ['/guidance'],
  /** A family of its own (product.md §2). */
  webGuidance: ['/web-guidance', '/web-guidance/*'],
  application: [
    '/application/:resource',
    '/returning/:resource',
    '/complete-information/:resource',
    '/pending-application/:resource',
    '/loan-agreement',
  ],
  signature: ['/signature/:resource'],
  coupon: ['/coupon/verification/:identifier', '/coupon/overview', '/coupon/schedule'],
  disbursement: ['/disbursement/loan-application', '/disbursement/loan-details', '/disbursement/signature'],
  home: ['/home'],
  repayment: ['/repayment/loan-details'],
  notification: ['/notification/:code'],
  papers: ['/documents', '/messages', '/verify'],
  error: ['/404', '/403', '/500'],
} as const

export type BehaviorSource = keyof typeof BEHAVIOR_SOURCES

/** The names recorded for each event; a page's name is its route. */
export const BEHAVIOR_NAMES = {
  /** The kinds of product buttons: never a label, which may hold an amount or a name. */
  click: ['forward', 'back', 'secondary', 'quiet', 'danger'],
  /** Where an error came from: never its message. */
  error: ['script', 'promise', 'policy'],
  /** Core web vitals: LCP and INP in milliseconds, CLS as its score. */
  vital: ['LCP', 'CLS', 'INP'],
} as const

export type NamedEvent = keyof typeof BEHAVIOR_NAMES

/** The source of a route's pattern; undefined for what is not reported. */
export function behaviorSource(route: string): BehaviorSource | undefined {
  const sources = Object.entries(BEHAVIOR_SOURCES) as [BehaviorSource, readonly string[]][]
  return sources.find(([, routes]) => routes.includes(route))?.[0]
}

/**
 * Whether a record may be of that instant: at most a day old, for a page without a connection keeps it, and at most an hour
 * ahead. A device whose clock is further off says nothing about when, and its records are left out.
 */
export const isBelievable = (at: Date, now: Date): boolean => {
  const ageMs = now.getTime() - at.getTime()
  return ageMs <= DAY_MS && ageMs >= -HOUR_MS
}
