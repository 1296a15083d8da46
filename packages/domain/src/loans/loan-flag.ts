import { LoanFlag } from './codes.ts'

/** The terms are stale: amount or plan is to be computed anew. */
export const RECALCULATE_FLAGS: readonly LoanFlag[] = [
  LoanFlag.recalculateLoanAmount,
  LoanFlag.recalculatePaymentPlan,
]

/** Amount before plan, plan before signature, signature before its request code. Source: domain.md §2. */
export const RESUME_ORDER: readonly LoanFlag[] = [
  ...RECALCULATE_FLAGS,
  LoanFlag.reSignLoanAgreement,
  LoanFlag.recreateRequestCode,
]

/** The stale step to lead the borrower through next, or null when none is left. */
export function nextFlag(raised: Iterable<LoanFlag>): LoanFlag | null {
  const left = new Set(raised)
  return RESUME_ORDER.find((flag) => left.has(flag)) ?? null
}

/** What made steps stale. Source: domain.md §2. */
export type FlagCause =
  | 'incomeChanged'
  | 'bankChanged'
  | 'payrollChanged'
  | 'militaryChanged'
  | 'stateChanged'
  | 'amountChanged'
  | 'termsChanged'
  | 'signingExpired'
  | 'signingCanceled'
  | 'signingOutdated'

const RAISED_BY: Readonly<Record<FlagCause, readonly LoanFlag[]>> = {
  incomeChanged: [LoanFlag.recalculateLoanAmount],
  bankChanged: [LoanFlag.recalculateLoanAmount],
  payrollChanged: RECALCULATE_FLAGS,
  militaryChanged: RECALCULATE_FLAGS,
  stateChanged: RECALCULATE_FLAGS,
  amountChanged: [LoanFlag.recalculatePaymentPlan],
  termsChanged: [LoanFlag.reSignLoanAgreement],
  signingExpired: [LoanFlag.recreateRequestCode],
  signingCanceled: [LoanFlag.recreateRequestCode],
  signingOutdated: [LoanFlag.recreateRequestCode],
}

/** The flags that a cause raises; flags already up stay up. */
export function flagsRaisedBy(cause: FlagCause): readonly LoanFlag[] {
  return RAISED_BY[cause]
}
