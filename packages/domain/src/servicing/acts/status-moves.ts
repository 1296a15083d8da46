import type { LoanEvent } from '../../loans/loan-edges.ts'
import { CollectingSubStatus, LoanStatus, type SuspendedSubStatus } from '../../loans/codes.ts'
import type { LegalFactKind } from '../../loans/legal-facts.ts'
import { type LoanState, moveLoan } from '../../loans/loan-life.ts'

/** What happens to a loan that an employee suspends, by the reason. Source: domain.md §2. */
export const SUSPENDS: Readonly<Record<SuspendedSubStatus, LoanEvent>> = {
  badStanding: 'suspendedBadStanding',
  hardReturn: 'suspendedHardReturn',
  cccs: 'suspendedCccs',
  bankruptcy: 'suspendedBankruptcy',
  noFuturePayment: 'suspendedNoFuturePayment',
  miscellaneous: 'suspendedMiscellaneous',
  activeDuty: 'suspendedActiveDuty',
}

/** Why an employee suspends a loan; facts of law are noted beside the status instead. Source: domain.md §2. */
export type SuspendReason = Exclude<SuspendedSubStatus, LegalFactKind>

export const SUSPEND_REASONS: readonly SuspendReason[] = [
  'badStanding',
  'hardReturn',
  'cccs',
  'noFuturePayment',
  'miscellaneous',
]

/** What happens to a loan at each step of its collection. Source: domain.md §2. */
export const COLLECTS: Readonly<Record<CollectingSubStatus, LoanEvent>> = {
  notified: 'pastDueTooLong',
  accepted: 'promiseMade',
  rePlanned: 'newScheduleAgreed',
  cleared: 'cured',
  rejected: 'noAgreement',
  pocketed: 'handedToCollector',
  settled: 'settledForLess',
}

/**
 * Whether a loan leaves collecting by itself: the round that counts days put it there, what is past due is no reason for
 * it any more, and no payment can still come back. One that was settled, promised or handed on stays where an employee put it.
 * Source: domain.md §14.
 */
export const isCuredByItself = (
  { status, subStatus }: LoanState,
  { isReason, isPaymentUnchecked }: { readonly isReason: boolean; readonly isPaymentUnchecked: boolean },
): boolean =>
  status === LoanStatus.collecting &&
  subStatus === CollectingSubStatus.notified &&
  !isReason &&
  !isPaymentUnchecked

/** Whether the table of statuses lets this happen to a loan. */
export const canHappen = (state: LoanState, event: LoanEvent): boolean => moveLoan(state, event).ok

/** The steps of collecting that come next for a loan; none where it is not collected and cannot be. */
export const collectingSteps = (state: LoanState): CollectingSubStatus[] =>
  (Object.keys(COLLECTS) as CollectingSubStatus[]).filter((step) =>
    // Out of collecting: a new schedule was agreed and kept. A suspended loan is cured without it.
    step === 'cleared'
      ? canHappen(state, 'arrearsCleared')
      : (step === 'notified' || state.status === LoanStatus.collecting) && canHappen(state, COLLECTS[step]),
  )
