import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { ApprovalState } from '@dolphin/domain/disbursement/disbursement-days'

/** Whether a loan is approved, will be by its signature, or waits for a person, before whom no day is promised. */
export const approvalStateOf = (
  { portfolio }: PortfolioData,
  { approvedAt }: Pick<Loan, 'approvedAt'>,
): ApprovalState => (approvedAt === null ? portfolio.approvalMode : 'given')
