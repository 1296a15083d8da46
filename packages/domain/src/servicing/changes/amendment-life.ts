import { SignStatus } from '../../loans/codes.ts'

/**
 * The life of an amendment that the lender sent for signature: what each event does to it. The schedule stays as it is
 * until it is signed. The server carries out what this table says and decides nothing. Source: domain.md §10 and §14.
 */

/** What an amendment can be while something may still happen to it. */
export const OPEN_AMENDMENT_STATES = [
  /** The borrower can read and sign it. */
  'waiting',
  /** The borrower has signed; its sealed document is being made. */
  'signing',
  /** The loan is suspended: nothing is signed meanwhile. */
  'paused',
] as const
export type OpenAmendmentState = (typeof OPEN_AMENDMENT_STATES)[number]

/** How it ends; nothing happens to it afterwards. */
export const AMENDMENT_ENDS = ['signed', 'declined', 'withdrawn', 'expired', 'outdated', 'ended'] as const
export type AmendmentEnd = (typeof AMENDMENT_ENDS)[number]

export const AMENDMENT_EVENTS = [
  /** The borrower signs: from here on the signature will be made, once. */
  'reserved',
  /** The sealed document is made. */
  'signed',
  'declined',
  /** Employees take it back (905). */
  'withdrawn',
  'lastDayPassed',
  /** What was shown is not what the change comes to any more: a payment came back, another change, a revocation. */
  'figuresChanged',
  'loanPaused',
  'loanResumed',
  /** Bankruptcy is noted on the loan: nothing of it may be asked. */
  'bankruptcyNoted',
  /** The loan moves to collection: what is past due is asked for, and another schedule is agreed there. */
  'collected',
  /** Paid off, settled, written off or terminated. */
  'loanEnded',
] as const
export type AmendmentEvent = (typeof AMENDMENT_EVENTS)[number]

/** What else the server does. */
export type AmendmentAct =
  /** The change is saved, exactly as it was shown. */
  | 'saveChange'
  /** A notice says that it was taken back. */
  | 'notifyWithdrawn'
  /** A notice says why it came to nothing. */
  | 'notifyFailed'
  /** A person decides what happens instead. */
  | 'openWorkItem'

export interface AmendmentEffect {
  readonly state: OpenAmendmentState | AmendmentEnd
  readonly signStatus: SignStatus
  /** What becomes of the change: it still waits, holds, was taken back, or failed. */
  readonly change: 'toSign' | 'open' | 'cancelled' | 'failed'
  readonly acts: readonly AmendmentAct[]
}

/** An event that does not come in that state, and why. */
export interface RefusedEvent {
  readonly refused: string
}

export type AmendmentCell = AmendmentEffect | RefusedEvent

const { notSigned, signed, expired, cancelled, voided, suspended } = SignStatus

const stays = (state: OpenAmendmentState): AmendmentEffect => ({
  state,
  signStatus: state === 'paused' ? suspended : notSigned,
  change: 'toSign',
  acts: [],
})

const ends = (
  state: AmendmentEnd,
  signStatus: SignStatus,
  change: AmendmentEffect['change'],
  ...acts: readonly AmendmentAct[]
): AmendmentEffect => ({ state, signStatus, change, acts })

const refused = (why: string): RefusedEvent => ({ refused: why })

const SIGNED = ends('signed', signed, 'open', 'saveChange')
const DECLINED = ends('declined', cancelled, 'cancelled', 'openWorkItem')
const WITHDRAWN = ends('withdrawn', cancelled, 'cancelled', 'notifyWithdrawn')
/** The notice of the bankruptcy says it. */
const FORBIDDEN = ends('withdrawn', cancelled, 'cancelled')
const COLLECTED = ends('withdrawn', cancelled, 'cancelled', 'notifyWithdrawn', 'openWorkItem')
const EXPIRED = ends('expired', expired, 'failed', 'notifyFailed', 'openWorkItem')
const OUTDATED = ends('outdated', voided, 'failed', 'notifyFailed', 'openWorkItem')
/** The letter or notice of the loan's end says it. */
const ENDED = ends('ended', cancelled, 'cancelled')

const NOT_RESERVED = refused('Nothing is signed before the signature is reserved.')
const SIGNED_ALREADY = refused('The borrower has signed it.')
const PAUSED = refused('Nothing is signed while the loan is suspended.')

const LIVES: Readonly<Record<OpenAmendmentState, Readonly<Record<AmendmentEvent, AmendmentCell>>>> = {
  waiting: {
    reserved: stays('signing'),
    signed: NOT_RESERVED,
    declined: DECLINED,
    withdrawn: WITHDRAWN,
    lastDayPassed: EXPIRED,
    figuresChanged: OUTDATED,
    loanPaused: stays('paused'),
    loanResumed: stays('waiting'),
    bankruptcyNoted: FORBIDDEN,
    collected: COLLECTED,
    loanEnded: ENDED,
  },
  signing: {
    reserved: SIGNED_ALREADY,
    signed: SIGNED,
    declined: SIGNED_ALREADY,
    withdrawn: SIGNED_ALREADY,
    // It was signed in time.
    lastDayPassed: stays('signing'),
    figuresChanged: OUTDATED,
    // Its document is made within seconds; where it still fits then, it holds.
    loanPaused: stays('signing'),
    loanResumed: stays('signing'),
    bankruptcyNoted: FORBIDDEN,
    collected: stays('signing'),
    loanEnded: ENDED,
  },
  paused: {
    reserved: PAUSED,
    signed: PAUSED,
    declined: DECLINED,
    withdrawn: WITHDRAWN,
    lastDayPassed: EXPIRED,
    // Whether it still fits is asked when the loan goes on.
    figuresChanged: stays('paused'),
    loanPaused: stays('paused'),
    loanResumed: stays('waiting'),
    bankruptcyNoted: FORBIDDEN,
    collected: COLLECTED,
    loanEnded: ENDED,
  },
}

/** What an event does to an amendment that waits; or why it does not come. */
export const amendmentEffect = (state: OpenAmendmentState, event: AmendmentEvent): AmendmentCell =>
  LIVES[state][event]

/** The state of an amendment whose signing session is open. */
export function openAmendmentState(signStatus: SignStatus, isReserved: boolean): OpenAmendmentState {
  if (signStatus === suspended) return 'paused'
  return isReserved ? 'signing' : 'waiting'
}
