import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { listOpenWorkItems, type OpenItems } from '@dolphin/database/work-items/work-item-repository'
import { OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { isUnderReview } from '@dolphin/domain/loans/review-status'
import { ok } from '@dolphin/domain/outcome'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { OpenCause } from '../work-items/staff-routes.ts'
import { refuseIfHeld } from '../work-items/taking.ts'
import { findAnyLoan } from './any-loan.ts'
import { closeWorkItems, openWorkItem, type WorkItemDeps } from '../work-items/work-item-service.ts'

type InReview = Pick<Loan, 'portfolioId' | 'loanNo' | 'subStatus'>

const REASONS: Readonly<Partial<Record<OriginatingSubStatus, string>>> = {
  [OriginatingSubStatus.agentReview]: 'waits for an agent’s review',
  [OriginatingSubStatus.nonVoiceAgentReview]: 'waits for an agent’s review, without a call',
  [OriginatingSubStatus.underwriterReview]: 'waits for an underwriter’s review',
  [OriginatingSubStatus.tribeReview]: 'waits for the tribe’s review',
  [OriginatingSubStatus.blocked]: 'is blocked until an employee decides',
}

/** The work item of a loan in the review where it now is; each review has its own, for each is another person's. */
export const reviewItemOf = ({ portfolioId, loanNo, subStatus }: InReview) =>
  ({
    portfolioId,
    kind: 'applicationToReview',
    subject: `loan/${loanNo}/${subStatus}`,
  }) as const satisfies OpenItems

/** Opens and closes the work item of a review, as a loan moved. Source: docs/design/console.md, Work. */
export async function syncReviewItem(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  { before, after }: { readonly before: InReview; readonly after: InReview },
  { actor, cause }: { readonly actor: string; readonly cause: string },
): Promise<void> {
  if (before.subStatus === after.subStatus) return
  if (isUnderReview(before)) await closeWorkItems(unit, reviewItemOf(before), { by: actor, reason: cause })
  const reason = REASONS[after.subStatus as OriginatingSubStatus]
  if (reason !== undefined)
    await openWorkItem(deps, unit, { ...reviewItemOf(after), loanNo: after.loanNo, reason, actor })
}

/**
 * The loan that an employee decides on, unless a colleague has taken its review. Errors: `loanNotFound`, `workItemHeld` by
 * the colleague's name.
 */
export async function findLoanToDecide(unit: UnitOfWork, loanNo: string, by: string): Promise<Result<Loan>> {
  const found = await findAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const [item] = await listOpenWorkItems(unit.tx, reviewItemOf(found.value))
  const free = item === undefined ? ok(undefined) : await refuseIfHeld(unit, item, by)
  return free.ok ? found : free
}

/** Whether a loan still waits in the review that a work item is of, for one who closes it by hand. */
export const openReviewCauses: Record<'applicationToReview', OpenCause> = {
  async applicationToReview(executor, { portfolioId, loanNo, subject }) {
    const loan = loanNo === null ? undefined : await findLoan(executor, { portfolioId, loanNo })
    return loan !== undefined && reviewItemOf(loan).subject === subject
  },
}
