import type { LocalDate } from '../../calendar/local-date.ts'
import { TransactionStatus } from '../codes.ts'
import { type ReturnCode, returnRule } from './return-codes.ts'

/** How an attempt to take money from an account ended, as far as is known. */
export type AttemptOutcome = 'open' | 'cleared' | 'insufficientFunds' | 'otherReturn'

/** One debit from an account, of any of the customer's loans and on any rail. */
export interface AccountAttempt {
  readonly transactionNo: string
  readonly sentAt: Date
  readonly effectiveDate: LocalDate
  readonly outcome: AttemptOutcome
  /** When the outcome became known; null while it is open. */
  readonly knownAt: Date | null
}

/** Whether money may still be tried for on an account. */
export interface AccountEligibility {
  /** Since the last that cleared or the last authorization signed anew. */
  readonly consecutiveFailures: number
  /** When the newest second failure in a row became known; null if there never was one. */
  readonly debitsSuspendedSince: Date | null
}

/** After so many failures in a row nothing is tried without a new authorization. Source: 12 CFR 1041.8(b)(1). */
export const FAILURES_THAT_SUSPEND_DEBITS = 2

/**
 * How an attempt counts. One that settled is open until its return window is over; one that never reached the bank
 * (refused before it was sent) is no attempt and may not be asked about.
 */
export function attemptOutcome(status: TransactionStatus, returnedAs: ReturnCode | null): AttemptOutcome {
  if (returnedAs !== null)
    return returnRule(returnedAs).insufficientFunds ? 'insufficientFunds' : 'otherReturn'
  if (status === TransactionStatus.rejected) return 'otherReturn'
  return status === TransactionStatus.checked ? 'cleared' : 'open'
}

/** The bank's order of attempts sent at one instant is unknown: failed ones count as first, the stricter reading. */
const SENT_TOGETHER: readonly AttemptOutcome[] = ['insufficientFunds', 'otherReturn', 'open', 'cleared']

function inOrder(left: AccountAttempt, right: AccountAttempt): number {
  return (
    left.effectiveDate - right.effectiveDate ||
    left.sentAt.getTime() - right.sentAt.getTime() ||
    SENT_TOGETHER.indexOf(left.outcome) - SENT_TOGETHER.indexOf(right.outcome) ||
    Number(left.knownAt) - Number(right.knownAt)
  )
}

const later = (left: Date | null, right: Date): Date => (left !== null && left > right ? left : right)

/**
 * The standing of an account: two debits in a row that failed for insufficient funds, over all loans and rails, bar
 * it. Attempts of one day count in a row too (comment 8(b)(2)(ii)-2), of those sent together the failures first, so
 * that the order in which they are listed never matters. A debit that came back for another reason neither counts nor
 * starts the count anew, and once barred only an authorization signed anew helps; all three are stricter than a reading of
 * 12 CFR 1041.8 needs (our decision, docs/decisions/debit-eligibility-and-returns.md).
 */
export function accountEligibility(
  attempts: readonly AccountAttempt[],
  renewals: readonly Date[],
): AccountEligibility {
  let consecutiveFailures = 0
  let debitsSuspendedSince: Date | null = null
  let renewedAt: Date | null = null
  let lastFailureKnownAt: Date | null = null
  const renewBefore = (instant: Date | null): void => {
    for (const renewal of renewals) {
      const isNew = renewedAt === null || renewal > renewedAt
      const isAfterSuspension = debitsSuspendedSince === null || renewal >= debitsSuspendedSince
      if (isNew && isAfterSuspension && (instant === null || renewal <= instant)) {
        renewedAt = renewal
        consecutiveFailures = 0
        lastFailureKnownAt = null
      }
    }
  }
  for (const { outcome, knownAt, sentAt } of attempts.toSorted(inOrder)) {
    renewBefore(sentAt)
    if (outcome === 'cleared' && consecutiveFailures < FAILURES_THAT_SUSPEND_DEBITS) consecutiveFailures = 0
    if (outcome !== 'insufficientFunds' || knownAt === null) continue
    consecutiveFailures += 1
    lastFailureKnownAt = later(lastFailureKnownAt, knownAt)
    if (consecutiveFailures === FAILURES_THAT_SUSPEND_DEBITS) debitsSuspendedSince = lastFailureKnownAt
  }
  renewBefore(null)
  return { consecutiveFailures, debitsSuspendedSince }
}
