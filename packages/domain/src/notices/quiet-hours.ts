import { HOUR_MS } from '../time/durations.ts'
import type { UsState } from '../applications/us-states.ts'
import { stateOfZip } from '../applications/zip-state.ts'
import { assert } from '../assert.ts'
import { addDays, type LocalDate } from '../calendar/local-date.ts'
import { STORED_NAMES } from '../stored-names.ts'
import { dateIn, instantOf, wallTime } from '../time/new-york.ts'
import type { NoticeKind } from './notice-kind.ts'

/** At once: it answers an act of the borrower, or warns of one that may not be the borrower's. */
type NoticeHours = 'atOnce' | 'daytime'

/**
 * When a notice of each kind may leave. A change that an employee enters was asked for by the borrower, so its receipt
 * is an answer too. Our decision: docs/guides/servicing.md.
 */
export const NOTICE_HOURS = {
  createAccountLink: 'atOnce',
  accountExists: 'atOnce',
  accountOnHold: 'atOnce',
  resetLink: 'atOnce',
  loginCode: 'atOnce',
  contactCode: 'atOnce',
  newDevice: 'atOnce',
  authenticatorOn: 'atOnce',
  authenticatorOff: 'atOnce',
  recoveryCodeUsed: 'atOnce',
  dataRequestReceived: 'atOnce',
  dataRequestAnswered: 'atOnce',
  passwordChanged: 'atOnce',
  applicationReceived: 'atOnce',
  signingLink: 'atOnce',
  agreementCopy: 'atOnce',
  checkMailed: 'atOnce',
  changeConfirmed: 'atOnce',
  [STORED_NAMES.noticeKind.changeCanceled]: 'atOnce',
  [STORED_NAMES.noticeKind.loanCanceled]: 'atOnce',
  informationNeeded: 'daytime',
  documentsRequested: 'daytime',
  documentRefused: 'daytime',
  returning: 'daytime',
  statementAccepted: 'daytime',
  incomeNotVerified: 'daytime',
  statementRefused: 'daytime',
  qualified: 'daytime',
  adverseAction: 'daytime',
  counteroffer: 'daytime',
  noiaNotSubmitted: 'daytime',
  noiaNoIbv: 'daytime',
  noiaNotVerified: 'daytime',
  noiaNotQualified: 'daytime',
  applicationClosed: 'daytime',
  noia: 'daytime',
  couponIssued: 'daytime',
  approved: 'daytime',
  newTerms: 'daytime',
  disbursementMoved: 'daytime',
  amendmentToSign: 'daytime',
  disbursementSent: 'daytime',
  loanFunded: 'daytime',
  paymentUpcoming: 'daytime',
  unusualWithdrawal: 'daytime',
  paymentMoved: 'daytime',
  scheduleShifted: 'daytime',
  paymentReceived: 'daytime',
  receiptReversed: 'daytime',
  paymentReturned: 'daytime',
  rightsNotice: 'daytime',
  changeFailed: 'daytime',
  confirmAgain: 'daytime',
  authorizationEnded: 'daytime',
  paidOff: 'daytime',
  loanSettled: 'daytime',
  loanReopened: 'daytime',
  refundSent: 'daytime',
  entryReversed: 'daytime',
  refundMailed: 'daytime',
  disbursementReversed: 'daytime',
  disbursementReturned: 'daytime',
  messageReceived: 'daytime',
  bankRepairNeeded: 'daytime',
  loanPastDue: 'daytime',
  paymentsPaused: 'daytime',
  paymentsResumed: 'daytime',
  legalProtection: 'daytime',
  hardshipOffer: 'daytime',
} as const satisfies Record<NoticeKind, NoticeHours>

const EASTERN = 'America/New_York'
const CENTRAL = 'America/Chicago'
const MOUNTAIN = 'America/Denver'
const PACIFIC = 'America/Los_Angeles'

/** The time zones in use in each state and territory. */
const ZONES: Readonly<Record<UsState | 'VI' | 'GU' | 'AS', readonly string[]>> = {
  AL: [CENTRAL],
  AK: ['America/Anchorage', 'America/Adak'],
  AZ: ['America/Phoenix', MOUNTAIN],
  AR: [CENTRAL],
  CA: [PACIFIC],
  CO: [MOUNTAIN],
  CT: [EASTERN],
  DE: [EASTERN],
  DC: [EASTERN],
  FL: [EASTERN, CENTRAL],
  GA: [EASTERN],
  HI: ['Pacific/Honolulu'],
  ID: [MOUNTAIN, PACIFIC],
  IL: [CENTRAL],
  IN: [EASTERN, CENTRAL],
  IA: [CENTRAL],
  KS: [CENTRAL, MOUNTAIN],
  KY: [EASTERN, CENTRAL],
  LA: [CENTRAL],
  ME: [EASTERN],
  MD: [EASTERN],
  MA: [EASTERN],
  MI: [EASTERN, CENTRAL],
  MN: [CENTRAL],
  MS: [CENTRAL],
  MO: [CENTRAL],
  MT: [MOUNTAIN],
  NE: [CENTRAL, MOUNTAIN],
  NV: [PACIFIC, MOUNTAIN],
  NH: [EASTERN],
  NJ: [EASTERN],
  NM: [MOUNTAIN],
  NY: [EASTERN],
  NC: [EASTERN],
  ND: [CENTRAL, MOUNTAIN],
  OH: [EASTERN],
  OK: [CENTRAL],
  OR: [PACIFIC, MOUNTAIN],
  PA: [EASTERN],
  PR: ['America/Puerto_Rico'],
  RI: [EASTERN],
  SC: [EASTERN],
  SD: [CENTRAL, MOUNTAIN],
  TN: [EASTERN, CENTRAL],
  TX: [CENTRAL, MOUNTAIN],
  UT: [MOUNTAIN],
  VT: [EASTERN],
  VA: [EASTERN],
  WA: [PACIFIC],
  WV: [EASTERN],
  WI: [CENTRAL],
  WY: [MOUNTAIN],
  VI: ['America/St_Thomas'],
  GU: ['Pacific/Guam'],
  AS: ['Pacific/Pago_Pago'],
}

/** Where a borrower lives, as far as time zones go. */
interface Place {
  readonly state: string
  readonly zip: string
}

/**
 * The time zones a place may be in: all of its state, and of the state that its ZIP points to. An unknown place, or a
 * military address, has the zone of the portfolio.
 */
export function zonesOfPlace(place: Place | null, portfolioZone: string): readonly string[] {
  const states = place === null ? [] : [place.state, stateOfZip(place.zip)]
  const zones = states.flatMap((state) => (isKnown(state) ? ZONES[state] : []))
  return zones.length === 0 ? [portfolioZone] : [...new Set(zones)]
}

const isKnown = (state: string | null): state is keyof typeof ZONES =>
  state !== null && Object.hasOwn(ZONES, state)

const FIRST_HOUR = 8
const LAST_HOUR = 21
/** Each step goes on to the next morning of a zone; a day has few of them. */
const MOST_STEPS = 8

/**
 * The first instant from `now` on at which clocks in every one of the zones show 8:00 or later and not yet 21:00.
 * Source: 47 CFR 64.1200(c)(1), docs/facts/compliance.md §7.
 */
function firstDaytime(zones: readonly string[], now: Date): Date {
  let at = now
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const opens = Math.max(...zones.map((zone) => morningFrom(zone, at).getTime()))
    if (opens === at.getTime()) return at
    at = new Date(opens)
  }
  assert(false, 'the days of two places in the United States overlap')
}

/** The instant itself in the day of a zone, else the next morning there. */
function morningFrom(zone: string, at: Date): Date {
  const { date, hour } = wallTime(at, zone)
  if (hour >= FIRST_HOUR && hour < LAST_HOUR) return at
  const day = hour < FIRST_HOUR ? date : addDays(date, 1)
  return instantOf(day, { hour: FIRST_HOUR, minute: 0 }, zone)
}

/** The first instant from `now` on at which a notice of that kind may leave for somebody in these zones. */
export const leavesFrom = (kind: NoticeKind, zones: readonly string[], now: Date): Date =>
  NOTICE_HOURS[kind] === 'atOnce' ? now : firstDaytime(zones, now)

/** Debits are announced hour by hour. */
const ANNOUNCED_WITHIN_MS = HOUR_MS

/** The portfolio's day on which the notice of a debit that is planned now leaves: what a period of notice counts from. */
export const noticeDay = (zones: readonly string[], now: Date, portfolioZone: string): LocalDate =>
  dateIn(firstDaytime(zones, new Date(now.getTime() + ANNOUNCED_WITHIN_MS)), portfolioZone)
