import type { LocalDate } from '../calendar/local-date.ts'
import { LoanStatus } from '../loans/codes.ts'
import type { ApprovalState } from './disbursement-days.ts'

/** What of a loan decides the day that is named for its money. */
export interface PayoutToCome {
  readonly status: LoanStatus
  readonly approval: ApprovalState
  /** The day that was last set; null before the signature. */
  readonly day: LocalDate | null
  /** The money came back, and the borrower has yet to give an account for it. */
  readonly isRepairOpen: boolean
  readonly today: LocalDate
}

/**
 * The day that every page names for money that has not arrived: none before a person has approved, while the money waits for
 * another account, or once the day has passed without it having left. Source: domain.md §9.
 */
export function promisedPayoutDay({
  status,
  approval,
  day,
  isRepairOpen,
  today,
}: PayoutToCome): LocalDate | null {
  if (approval === 'manual' || day === null || isRepairOpen) return null
  return day < today && status !== LoanStatus.pending ? null : day
}
