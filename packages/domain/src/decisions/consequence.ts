import { LoanStatus, NotificationCode, OriginatingSubStatus } from '../loans/codes.ts'
import type { Decision } from './decision.ts'

/** Where a decision leaves the loan, and the page that says so (null: the borrower goes on). */
export type DecisionConsequence = {
  readonly status: LoanStatus
  readonly subStatus: OriginatingSubStatus | null
  readonly notification: NotificationCode | null
}

/** domain.md §2 and §6: the move that follows from each outcome. Only loan life carries it out. */
export function consequenceOf(decision: Pick<Decision, 'outcome' | 'review'>): DecisionConsequence {
  switch (decision.outcome) {
    case 'qualified':
    case 'countered':
      return originating(OriginatingSubStatus.customerReview, null)
    case 'referred':
      return originating(
        decision.review ?? OriginatingSubStatus.agentReview,
        NotificationCode.notInCustomerReview,
      )
    case 'blocked':
      return originating(OriginatingSubStatus.blocked, NotificationCode.notInCustomerReview)
    case 'incomeRetry':
      return {
        status: LoanStatus.initializing,
        subStatus: null,
        notification: NotificationCode.noQualifiedAmount,
      }
    case 'declined':
      return { status: LoanStatus.withdrawn, subStatus: null, notification: NotificationCode.withdrawn }
  }
}

function originating(
  subStatus: OriginatingSubStatus,
  notification: NotificationCode | null,
): DecisionConsequence {
  return { status: LoanStatus.originating, subStatus, notification }
}
