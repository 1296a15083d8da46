import type { ForReaders } from '../../reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { reviewStatusOf } from '@dolphin/domain/loans/review-status'
import { consequenceOf } from '@dolphin/domain/decisions/consequence'
import {
  AmountResult,
  LoanStatus,
  NotificationCode,
  OriginatingSubStatus,
  TrackerStep,
} from '@dolphin/domain/loans/codes'
import { type Cents, moneyToWire } from '@dolphin/domain/money/cents'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { routingTail, shownTail } from '@dolphin/domain/verification/account-match'
import { usableAccounts } from '@dolphin/domain/verification/usable-accounts'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { AmountOutcome } from './decision-service.ts'

type Reply = ForReaders<CallReply<typeof calculateQualifiedAmountCall>>

const wire = (amount: Cents | null): string | null => (amount === null ? null : moneyToWire(amount))

/**
 * What the page receives. The reason why an application is blocked or in manual review stays in the audit trail.
 */
export function amountView(
  outcome: AmountOutcome,
  data: PortfolioData,
  {
    documentNo,
    counteroffer,
    reasons,
    trackerStep,
  }: Pick<Reply, 'counteroffer' | 'reasons' | 'trackerStep'> & { readonly documentNo: string | null },
): Reply {
  const { loan, record } = outcome
  const { decision } = record
  const result = loan.amountResult ?? AmountResult.unavailable
  const offered = result !== AmountResult.unavailable && isOffer(outcome)
  return {
    applicationNo: loan.applicationNo,
    loanNo: loan.loanNo,
    result: offered ? result : AmountResult.unavailable,
    minimum: offered ? wire(loan.qualifiedMinimum) : null,
    maximum: offered ? wire(loan.qualifiedMaximum) : null,
    step: offered ? wire(loan.qualifiedStep) : null,
    expiresAt:
      offered && loan.qualifiedUntil !== null
        ? isoInZone(loan.qualifiedUntil, data.portfolio.timeZone)
        : null,
    hasQualifiedPrincipal: offered,
    accountsToMatch: offered && result === AmountResult.availableUnmatched ? accountsToMatch(outcome) : [],
    // Of a counteroffer the sentence says why: the bounds are those of the policy.
    why: offered && counteroffer === null ? whyOf(outcome, data) : null,
    counteroffer: offered ? counteroffer : null,
    reasons,
    verificationTriesLeft: decision.retriesLeft,
    loanStatus: loan.status,
    subStatus: loan.subStatus,
    reviewStatus: reviewStatusOf(loan),
    trackerStep,
    notification: notificationOf(outcome),
    documentNo,
  }
}

/** A person may have passed the application on, or back with an offer, since it was decided. */
function notificationOf(outcome: AmountOutcome): NotificationCode | null {
  const { loan, record } = outcome
  const inReview =
    loan.status === LoanStatus.originating && loan.subStatus !== OriginatingSubStatus.customerReview
  if (inReview) return NotificationCode.notInCustomerReview
  return isOffer(outcome) ? null : consequenceOf(record.decision).notification
}

/** What was referred to a person is an offer once the person approves it before the signature, whole or in part. */
function isOffer({ loan, record: { decision } }: AmountOutcome): boolean {
  if (decision.outcome === 'qualified') return true
  const isPersons = decision.outcome === 'referred' || decision.outcome === 'countered'
  return isPersons && loan.approvedAt !== null && loan.subStatus === OriginatingSubStatus.customerReview
}

/** Every bound that the decision traced; the page says in words which one held. */
function whyOf({ record: { decision, facts } }: AmountOutcome, { policy }: PortfolioData): Reply['why'] {
  const bounds = decision.trace.flatMap((entry) =>
    entry.stage === 'limit'
      ? [{ code: entry.code, amount: entry.amount, percent: entry.percent, held: entry.applied }]
      : [],
  )
  return {
    bounds,
    monthlyNetIncome: String(facts['monthlyNetIncome']),
    state: String(facts['state']),
    payPeriodsPerYear: policy.limits.payPeriodsPerYear,
  }
}

/**
 * While another bank is being read nothing is decided: the page of 202 waits, and asks again by itself. The application
 * is submitted all the same (tracker 1, product.md §4).
 */
export function waitingView(loan: Loan): Reply {
  return {
    applicationNo: loan.applicationNo,
    loanNo: loan.loanNo,
    result: AmountResult.unavailable,
    minimum: null,
    maximum: null,
    step: null,
    expiresAt: null,
    hasQualifiedPrincipal: false,
    accountsToMatch: [],
    why: null,
    counteroffer: null,
    reasons: [],
    verificationTriesLeft: 0,
    loanStatus: loan.status,
    subStatus: loan.subStatus,
    reviewStatus: reviewStatusOf(loan),
    trackerStep: TrackerStep.applicationSubmitted,
    notification: NotificationCode.bankLinkChecking,
    documentNo: null,
  }
}

function accountsToMatch({ report }: AmountOutcome): Reply['accountsToMatch'] {
  return usableAccounts(report?.accounts ?? []).map((account) => ({
    accountId: account.accountId,
    institution: report?.institution ?? '',
    accountMasked: `••••${shownTail(account)}`,
    accountTail: shownTail(account),
    routingTail: routingTail(account),
    accountType: account.type,
  }))
}
