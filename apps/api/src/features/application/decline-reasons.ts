import type { Executor } from '@dolphin/database/executor'
import type { Loan } from '@dolphin/database/loan-repository'
import { findDecisionOnFile, wordedReasons } from '../../origination/decision-on-file.ts'
import type { ApplicationParts } from './application-parts.ts'

/** Specific reasons, at most four (12 CFR 1002.9(b)(2)); none where the borrower withdrew. */
export async function loadDeclineReasons(
  parts: Pick<ApplicationParts, 'cipher' | 'portfolios'>,
  executor: Executor,
  loan: Loan,
) {
  const onFile = await findDecisionOnFile(parts, executor, loan)
  return onFile?.decision.outcome === 'declined' ? wordedReasons(parts, loan, onFile) : []
}
