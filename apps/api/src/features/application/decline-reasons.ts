import { findLatestDecision } from '@dolphin/database/decision-repository'
import type { Executor } from '@dolphin/database/executor'
import type { Loan } from '@dolphin/database/loan-repository'
import type { Decision } from '@dolphin/domain/decision/decision'
import { reasonInWords } from '@dolphin/domain/decision/explain'
import type { ApplicationParts } from './application-parts.ts'

/** Specific reasons, at most four (12 CFR 1002.9(b)(2)); none where the borrower withdrew. */
export async function loadDeclineReasons(
  { cipher, portfolios }: Pick<ApplicationParts, 'cipher' | 'portfolios'>,
  executor: Executor,
  loan: Loan,
) {
  const stored = await findLatestDecision<Pick<Decision, 'outcome' | 'reasons'>>(executor, cipher, loan)
  const policy = portfolios.byId(loan.portfolioId)?.policy
  if (stored?.outcome !== 'declined' || policy === undefined) return []
  return stored.decision.reasons.map((reason) => {
    const words = reasonInWords(policy, reason, 'en')
    return { code: reason.code, reason: words.reason, change: words.change }
  })
}
