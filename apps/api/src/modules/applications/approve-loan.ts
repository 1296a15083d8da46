import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { disbursementDays } from '@dolphin/domain/disbursement/disbursement-days'
import { LoanFlag } from '@dolphin/domain/loans/codes'
import { moveLoan as nextState } from '@dolphin/domain/loans/loan-life'
import { ok } from '@dolphin/domain/outcome'
import { TransactionMode } from '@dolphin/domain/payments/codes'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { firstDayOf, planDisbursement } from '../disbursement/plan-disbursement.ts'
import { findAnyLoan, lockAnyLoan } from '../loans/any-loan.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { causeOf, type ReviewOrder } from '../loans/review-order.ts'
import { lateCreditRule } from '../payments/held-credit.ts'
import { computeNewTerms } from '../payments/new-terms.ts'
import { hoursOf } from '../portfolios/banking-hours.ts'
import { liftCounter } from './lift-counter.ts'

/** Steps that make a signature stale: the terms it stands for may change. Source: domain.md §2. */
const STALE: readonly LoanFlag[] = [
  LoanFlag.recalculateLoanAmount,
  LoanFlag.recalculatePaymentPlan,
  LoanFlag.reSignLoanAgreement,
]

const isSignatureGood = ({ signedAt, flags }: Loan): boolean =>
  signedAt !== null && !flags.some((flag) => STALE.includes(flag))

/** What an approval would come to. */
export interface ApprovalPreview {
  readonly loan: Loan
  /** Why its borrower has to sign new dates before the money is sent; null where that is not so. */
  readonly newTermsReason: string | null
}

/**
 * What approving a loan now would come to, nothing stored. Errors: as approveLoan. Source: domain.md
 * §14.
 */
export async function previewApproval(
  deps: Deps,
  executor: Executor,
  loanNo: string,
  now: Date,
): Promise<Result<ApprovalPreview>> {
  const loan = await findAnyLoan(executor, loanNo)
  if (!loan.ok) return loan
  const isUnderReview = nextState(loan.value, 'approvedBeforeSigning', { tribeReview: true }).ok
  if (!isUnderReview) return refuse('reviewDecisionRefused')
  return ok({ loan: loan.value, newTermsReason: await newTermsReason(deps, executor, loan.value, now) })
}

/** Why the dates that were signed could not be kept if the loan was approved now. */
export async function newTermsReason(
  deps: Deps,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<string | null> {
  const data = deps.portfolios.byId(loan.portfolioId)
  const current = await findCurrentPlan(executor, loan)
  if (!isSignatureGood(loan) || data === undefined || current === undefined) return null
  const request = { now, amount: current.plan.amountFinanced, approval: 'given' } as const
  const { expected } = disbursementDays(hoursOf(data, deps.calendar), request)
  const day = firstDayOf(loan, current, expected)
  return (await lateCreditRule(deps, executor, loan, { mode: TransactionMode.ach, settlesOn: day })) ?? null
}

/**
 * Approves a loan under review. Signed: it is 104 and its credit is planned at once. Not yet signed, signed for
 * terms that an edit made stale, or signed for dates that cannot be kept any more: it goes back to the customer, approved
 * in advance (approvedAt is set), and signing completes it. A counteroffer that stood ends: the policy's offer is approved.
 *
 * Errors: `loanNotFound`, `reviewDecisionRefused` where it is not with an agent, the underwriter or the tribe.
 */
export async function approveLoan(
  deps: Deps,
  unit: UnitOfWork,
  { loanNo, note, actor }: ReviewOrder,
): Promise<Result<ApprovalPreview>> {
  const found = await lockAnyLoan(unit.tx, loanNo)
  if (!found.ok) return found
  const rule = await newTermsReason(deps, unit.tx, found.value, unit.now)
  const signed = isSignatureGood(found.value) && rule === null
  const event = signed ? 'approvedAfterSigning' : 'approvedBeforeSigning'
  const patch = {
    approvedAt: unit.now,
    ...(rule === null ? {} : { signedAt: null, disbursementDate: null }),
    ...(await liftCounter(deps, unit, found.value, actor)),
  }
  const cause = causeOf(signed ? 'approved' : 'approved before signing', note)
  const moved = await moveLoan(deps, unit, found.value, { event, cause, actor, patch })
  if (!moved.ok) return refuse('reviewDecisionRefused')
  const loan = moved.value
  if (signed) return ok({ loan: await planDisbursement(deps, unit, loan, actor), newTermsReason: null })
  if (rule === null) return ok({ loan, newTermsReason: null })
  return ok({ loan: await computeNewTerms(deps, unit, loan, { rule, actor }), newTermsReason: rule })
}
