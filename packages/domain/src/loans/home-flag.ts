import { HomeFlag, LoanStatus, OriginatingSubStatus } from './codes.ts'
import type { LoanState } from './loan-life.ts'

/** What of the borrower's newest loan decides the home page. */
export interface NewestLoan extends LoanState {
  readonly signed: boolean
  /** Whether an ended or withdrawn loan leaves an offer that can be taken up. */
  readonly hasQualifiedPrincipal: boolean
}

/**
 * The face of the home page: a repair goes before all, then the newest loan decides.
 * Source: domain.md §2.
 */
export function homeFlag(newest: NewestLoan | null, needsRepair: boolean): HomeFlag {
  if (needsRepair) return HomeFlag.repairInformation
  if (newest === null) return HomeFlag.noLoanAmount
  switch (newest.status) {
    case LoanStatus.initializing:
      return HomeFlag.prepareApplication
    case LoanStatus.withdrawn:
    case LoanStatus.terminated:
      return newest.hasQualifiedPrincipal ? HomeFlag.prepareApplication : HomeFlag.noLoanAmount
    case LoanStatus.originating:
      return newest.subStatus === OriginatingSubStatus.customerReview && !newest.signed
        ? HomeFlag.unsigned
        : HomeFlag.inProgress
    case LoanStatus.approved:
    case LoanStatus.pending:
      return HomeFlag.inProgress
    case LoanStatus.disbursed:
    case LoanStatus.processing:
    case LoanStatus.suspended:
    case LoanStatus.collecting:
      return HomeFlag.repaymentLoan
  }
}
