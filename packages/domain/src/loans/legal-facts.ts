import type { LocalDate } from '../calendar/local-date.ts'
import type { NoticeKind } from '../notices/notice-kind.ts'
import type { DaySpan } from '../servicing/late-days.ts'
import { LIVE_STATUSES, LoanStatus, RUNNING_STATUSES, SuspendedSubStatus } from './codes.ts'
import type { LoanState } from './loan-life.ts'

/**
 * Facts of law about a borrower that stand beside the status of a loan, whatever the status is. Credit counseling (204
 * CCCS) is an agreement, not law: it stays a reason for suspension. Source: domain.md §2; docs/decisions/legal-facts.md.
 */
export const LEGAL_FACT_KINDS = ['bankruptcy', 'activeDuty'] as const

export type LegalFactKind = (typeof LEGAL_FACT_KINDS)[number]

/** A fact of law as it was noted on a loan. */
export interface LegalFact {
  readonly kind: LegalFactKind
  /** The day of the fact: the petition, the first day of service. */
  readonly since: LocalDate
  /** Null while it stands. */
  readonly endedOn: LocalDate | null
}

/** What the facts that stand on a loan stop. */
export interface LegalEffects {
  /** No debit of any kind, and no money is paid out as a new loan. */
  readonly stopsDebits: boolean
  /** No demand, no collector, no step of collecting. */
  readonly stopsDunning: boolean
  /** Nothing asks for money: no notice, no amount past due, no way to pay on a page. */
  readonly asksNothing: boolean
  readonly stopsFees: boolean
}

const EFFECTS: Readonly<Record<LegalFactKind, LegalEffects>> = {
  // 11 USC 362(a): the stay.
  bankruptcy: { stopsDebits: true, stopsDunning: true, asksNothing: true, stopsFees: true },
  // 50 USC 3937: a limit on interest and fees. Debits go on: a stop would make a member delinquent.
  activeDuty: { stopsDebits: false, stopsDunning: true, asksNothing: false, stopsFees: true },
}

/** The law behind each kind, as citations name it. */
export const LEGAL_FACT_LAW: Readonly<Record<LegalFactKind, string>> = {
  bankruptcy: '11 USC 362(a)',
  activeDuty: '50 USC 3937',
}

/** The status that shows a fact on a loan that was running when it was noted. */
const SHOWN_AS: Readonly<Record<LegalFactKind, SuspendedSubStatus>> = {
  bankruptcy: SuspendedSubStatus.bankruptcy,
  activeDuty: SuspendedSubStatus.activeDuty,
}

/** The kinds that stand on a loan now. */
export const standingFacts = (facts: readonly LegalFact[]): LegalFactKind[] =>
  LEGAL_FACT_KINDS.filter((kind) => facts.some((fact) => fact.kind === kind && fact.endedOn === null))

/**
 * What the facts of law on a loan stop now. The one function that eligibility check, arrears, notices, pages, quotes and
 * the desk ask. Source: domain.md §2; docs/decisions/legal-facts.md.
 */
export function legalEffects(facts: readonly LegalFact[]): LegalEffects {
  const standing = standingFacts(facts).map((kind) => EFFECTS[kind])
  const isAny = (effect: keyof LegalEffects) => standing.some((one) => one[effect])
  return {
    stopsDebits: isAny('stopsDebits'),
    stopsDunning: isAny('stopsDunning'),
    asksNothing: isAny('asksNothing'),
    stopsFees: isAny('stopsFees'),
  }
}

/** Days that do not count as past due, up to today: every kind stops the count while it stands. */
export const daysNotCounted = (facts: readonly LegalFact[], today: LocalDate): DaySpan[] =>
  facts
    .map(({ since, endedOn }) => ({ from: since, to: endedOn ?? today }))
    .filter(({ from, to }) => from < to)

/** Whether a loan stands in the status that shows this fact. */
export const isShownAs = ({ status, subStatus }: LoanState, kind: LegalFactKind): boolean =>
  status === LoanStatus.suspended && subStatus === SHOWN_AS[kind]

/**
 * Whether the schedule of a loan is collected by itself: it runs, on active duty too, and no fact of law stops debits.
 * Source: domain.md §2, row "202, 203".
 */
export const isScheduleCollected = (state: LoanState, facts: readonly LegalFact[]): boolean =>
  (RUNNING_STATUSES.includes(state.status) || isShownAs(state, 'activeDuty')) &&
  !legalEffects(facts).stopsDebits

/** The status of a loan as its borrower reads it: in bankruptcy nothing else is said of a loan that owes. */
export const stateForBorrower = (state: LoanState, facts: readonly LegalFact[]): LoanState =>
  LIVE_STATUSES.includes(state.status) && standingFacts(facts).includes('bankruptcy')
    ? { status: LoanStatus.suspended, subStatus: SuspendedSubStatus.bankruptcy }
    : { status: state.status, subStatus: state.subStatus }

/** Notices that ask for money: a demand for what is past due, or anything else that leads to a payment. */
const ASKS: Readonly<Partial<Record<NoticeKind, 'demand' | 'payment'>>> = {
  loanPastDue: 'demand',
  paymentUpcoming: 'payment',
  unusualWithdrawal: 'payment',
  paymentMoved: 'payment',
  scheduleShifted: 'payment',
  paymentReturned: 'payment',
  paymentsResumed: 'payment',
  confirmAgain: 'payment',
  hardshipOffer: 'payment',
  amendmentToSign: 'payment',
  bankRepairNeeded: 'payment',
  returning: 'payment',
  couponIssued: 'payment',
  // Each says what is owed and how to pay it, and that is a demand also where law asks for the notice.
  loanFunded: 'payment',
  rightsNotice: 'payment',
  changeFailed: 'payment',
  loanReopened: 'payment',
  authorizationEnded: 'payment',
}

/** Every kind of notice that asks for money. */
export const ASKING_NOTICES = Object.keys(ASKS) as readonly NoticeKind[]

/** Whether a notice about a loan is not sent, because it would ask for what may not be asked. */
export function isNoticeStopped(kind: NoticeKind, facts: readonly LegalFact[]): boolean {
  const { stopsDunning, asksNothing } = legalEffects(facts)
  return ASKS[kind] === 'demand' ? stopsDunning : ASKS[kind] === 'payment' && asksNothing
}

/** Why a fact of law cannot be noted or ended. */
export type LegalFactFault = 'standsAlready' | 'notNoted' | 'inFuture' | 'beforeSince'

/** Why a fact cannot be noted on a loan as of a day; undefined where it can, on a loan of any status. */
export function noteFault(
  facts: readonly LegalFact[],
  {
    kind,
    since,
    today,
  }: { readonly kind: LegalFactKind; readonly since: LocalDate; readonly today: LocalDate },
): LegalFactFault | undefined {
  if (standingFacts(facts).includes(kind)) return 'standsAlready'
  return since > today ? 'inFuture' : undefined
}

/** Why a fact cannot be ended as of a day; undefined where it can. */
export function endFault(
  facts: readonly LegalFact[],
  {
    kind,
    endedOn,
    today,
  }: { readonly kind: LegalFactKind; readonly endedOn: LocalDate; readonly today: LocalDate },
): LegalFactFault | undefined {
  const standing = facts.find((fact) => fact.kind === kind && fact.endedOn === null)
  if (standing === undefined) return 'notNoted'
  if (endedOn > today) return 'inFuture'
  return endedOn < standing.since ? 'beforeSince' : undefined
}
