import { addDays, type LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, ZERO_CENTS } from '../money/cents.ts'
import { LoanStatus, OriginatingSubStatus, type LoanSubStatus, LIVE_STATUSES } from './codes.ts'
import { isUnderReview } from './review-status.ts'

/** Who acts next, and by which day. */
export interface Wait {
  readonly party: 'borrower' | 'staff' | 'server' | 'batch'
  readonly until: LocalDate
}

/** Where a loan is, as far as it decides whether something moves it on. */
export interface LoanPosition {
  readonly status: LoanStatus
  readonly today: LocalDate
  /** All that ends the debt today; zero before the money has arrived. */
  readonly owed: Cents
  /** The next live installment of the plan in force that is due today or later; null where none is. */
  readonly nextInstallment: LocalDate | null
  /** What is past due, and so shown with its status and followed by collection. */
  readonly pastDue: Cents
  /** A fact of law stands, under which nothing is asked: an employee moves the loan on. */
  readonly isProtected: boolean
  /** A transaction is planned for today or later, sent, or not checked yet. */
  readonly isMoneyUnderWay: boolean
  /** The last day of an open modification; null where none is open. */
  readonly modificationUntil: LocalDate | null
  /** Of an application or an approved loan; null where the wait has no party. */
  readonly wait: Wait | null
}

/** Which clause of the rule a loan breaks. */
export type StrandedClause =
  | 'owesWithNothingAhead'
  | 'endedOwing'
  | 'paidButNotEnded'
  | 'waitsWithoutParty'
  | 'waitIsOver'

/** Each clause for staff. */
export const STRANDED_REASONS: Readonly<Record<StrandedClause, string>> = {
  owesWithNothingAhead:
    'owes, with no installment ahead, nothing past due, no transaction under way and no open modification',
  endedOwing: 'has ended and owes',
  paidButNotEnded: 'owes nothing, has nothing under way and has not ended',
  waitsWithoutParty: 'waits, and no party is to act by a day',
  waitIsOver: 'waits, and the day by which its party was to act has passed',
}

/**
 * The clause of "no loan is stranded" that a loan breaks; undefined where something moves it on. A loan that owes has an
 * installment ahead, a past-due amount, a transaction under way or an open modification with a deadline; an application
 * or approved loan waits for a party with a day. Source: domain.md §14.
 */
export function strandedBecause(position: LoanPosition): StrandedClause | undefined {
  const { status, owed, isMoneyUnderWay } = position
  if (status === LoanStatus.withdrawn || status === LoanStatus.terminated) {
    return owed > 0n ? 'endedOwing' : undefined
  }
  if (status === LoanStatus.pending) return isMoneyUnderWay ? undefined : 'owesWithNothingAhead'
  if (!LIVE_STATUSES.includes(status)) return waitBroken(position)
  if (owed === 0n) return isMoneyUnderWay ? undefined : 'paidButNotEnded'
  return isAnswered(position) ? undefined : 'owesWithNothingAhead'
}

function isAnswered(position: LoanPosition): boolean {
  const { today, nextInstallment, pastDue, isProtected, isMoneyUnderWay, modificationUntil } = position
  return (
    (nextInstallment !== null && nextInstallment >= today) ||
    pastDue > 0n ||
    isProtected ||
    isMoneyUnderWay ||
    (modificationUntil !== null && modificationUntil >= today)
  )
}

function waitBroken({ wait, today }: LoanPosition): StrandedClause | undefined {
  if (wait === null) return 'waitsWithoutParty'
  return wait.until < today ? 'waitIsOver' : undefined
}

/**
 * Days after which an application that is left alone is closed, with a day's room for the round that closes it: 20 until
 * the notice of incompleteness and 10 to answer it, or 30 without action. Source: domain.md §2, §11.
 */
const BORROWER_DAYS = 32
/** Days after which an offer, or a loan whose amount came back, is withdrawn if its borrower does not act. Source: domain.md §2. */
export const IDLE_DAYS = 30
/** Room for the round that withdraws it. */
const ROUND_DAYS = 2
/** A complete application is answered within 30 days. Source: 12 CFR 1002.9(a)(1)(i). */
export const STAFF_DAYS = 30
/** The server decides at once; the days are for an outage. */
const SERVER_DAYS = 2

/** What documents that a review asked for make an application wait for. */
export interface DocumentsWait {
  /** The borrower's last day to send one; null where none is outstanding, or each day has passed. */
  readonly until: LocalDate | null
  /** The day from which staff have what they asked for, or know that it did not come; null without a request. */
  readonly since: LocalDate | null
}

/** An application as the rule sees it. */
export interface WaitingApplication {
  readonly status: LoanStatus
  readonly subStatus: LoanSubStatus | null
  readonly begunOn: LocalDate
  readonly changedOn: LocalDate
  readonly documents: DocumentsWait
}

/** Whom an application waits for, and until when; null for a status that is none of an application's. */
export function applicationWait(application: WaitingApplication): Wait | null {
  const { status, subStatus, begunOn, changedOn } = application
  if (status === LoanStatus.initializing) return { party: 'borrower', until: addDays(begunOn, BORROWER_DAYS) }
  if (status !== LoanStatus.originating) return null
  if (subStatus === OriginatingSubStatus.customerReview)
    return { party: 'borrower', until: addDays(changedOn, BORROWER_DAYS) }
  if (subStatus === OriginatingSubStatus.autoValidation)
    return { party: 'server', until: addDays(changedOn, SERVER_DAYS) }
  return isUnderReview(application) ? reviewWait(application) : null
}

function reviewWait({ changedOn, documents: { until, since } }: WaitingApplication): Wait {
  if (until !== null) return { party: 'borrower', until }
  const completeOn = since !== null && since > changedOn ? since : changedOn
  return { party: 'staff', until: addDays(completeOn, STAFF_DAYS) }
}

/** How long an approved loan that last changed on a day waits for another account, once its amount came back. */
export const repairWait = (changedOn: LocalDate): Wait => ({
  party: 'borrower',
  until: addDays(changedOn, IDLE_DAYS + ROUND_DAYS),
})

/** Money of a borrower that is with us. */
export interface MoneyPosition {
  /** Paid beyond what was ever owed and not sent back. */
  readonly overpaid: Cents
  /** Refunds that are planned or about to be sent. */
  readonly refundsPlanned: Cents
  /** A payment may still come back, so nothing is sent yet. */
  readonly isPaymentUnchecked: boolean
  /** A work item names why it could not be sent. */
  readonly isReasonNamed: boolean
}

/**
 * How much of a borrower's money is with us without a refund planned or a named reason; zero where none is. Whole cents.
 * Source: domain.md §14.
 */
export function strandedMoney({
  overpaid,
  refundsPlanned,
  isPaymentUnchecked,
  isReasonNamed,
}: MoneyPosition): Cents {
  if (overpaid <= refundsPlanned || isPaymentUnchecked || isReasonNamed) return ZERO_CENTS
  return cents(overpaid - refundsPlanned)
}
