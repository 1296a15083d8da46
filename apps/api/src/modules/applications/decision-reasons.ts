import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { AmountResult } from '@dolphin/domain/loans/amount-result'
import { LoanStatus } from '@dolphin/domain/loans/loan-status'
import { findDecisionOnFile, wordedReasons } from '../decisions/decision-on-file.ts'
import type { ApplicationParts } from './application-parts.ts'

/**
 * Specific reasons, at most four (12 CFR 1002.9(b)(2)): of a decline, or of an income on which no amount was found
 * (notification 203). None where the borrower withdrew.
 */
export async function loadDecisionReasons(
  parts: Pick<ApplicationParts, 'cipher' | 'portfolios'>,
  executor: Executor,
  loan: Loan,
) {
  const outcome = OUTCOME_SHOWN[loan.status]
  const noAmount = loan.amountResult === AmountResult.unavailable
  if (outcome === undefined || (outcome === 'incomeRetry' && !noAmount)) return []
  const onFile = await findDecisionOnFile(parts, executor, loan)
  return onFile?.decision.outcome === outcome ? wordedReasons(parts, executor, loan, onFile) : []
}

const OUTCOME_SHOWN: Readonly<Partial<Record<LoanStatus, 'declined' | 'incomeRetry'>>> = {
  [LoanStatus.initializing]: 'incomeRetry',
  [LoanStatus.withdrawn]: 'declined',
}
