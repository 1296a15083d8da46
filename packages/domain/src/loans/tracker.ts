import type { LoanState } from './loan-life.ts'
import { LoanStatus, OriginatingSubStatus, TrackerStep } from './codes.ts'

/** What of a loan decides its step. */
export interface TrackedLoan extends LoanState {
  readonly signed: boolean
  /** The disbursement credit came back and the bank is not repaired yet. */
  readonly creditReturned: boolean
}

/**
 * The step to show, or null while the borrower has nothing to wait for (initializing, or customer review
 * before signing). A signed loan that an employee sent back to the customer is still under review.
 *
 * Source: domain.md §2.
 */
export function trackerStep(loan: TrackedLoan): TrackerStep | null {
  switch (loan.status) {
    case LoanStatus.initializing:
      return null
    case LoanStatus.originating:
      return originatingStep(loan)
    case LoanStatus.approved:
      return loan.creditReturned ? TrackerStep.exception : TrackerStep.applicationApproved
    case LoanStatus.pending:
      return TrackerStep.fundingInProgress
    case LoanStatus.withdrawn:
    case LoanStatus.suspended:
      return TrackerStep.exception
    case LoanStatus.disbursed:
    case LoanStatus.processing:
    case LoanStatus.collecting:
    case LoanStatus.terminated:
      return TrackerStep.fundingCompleted
  }
}

function originatingStep({ subStatus, signed }: TrackedLoan): TrackerStep | null {
  if (subStatus === OriginatingSubStatus.autoValidation) return TrackerStep.applicationSubmitted
  if (subStatus === OriginatingSubStatus.blocked) return TrackerStep.exception
  const waitsForCustomer = subStatus === OriginatingSubStatus.customerReview && !signed
  return waitsForCustomer ? null : TrackerStep.preUnderwriterReview
}
