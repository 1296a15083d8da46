import type { Executor } from '@dolphin/database/driver/executor'
import type { StoredDecision } from '@dolphin/database/decisions/decision-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { counterWords, type ReviewedOffer } from '@dolphin/domain/decisions/counteroffer'
import { type Cents, parseMoney } from '@dolphin/domain/money/cents'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { Deps } from '../../deps.ts'
import { type DecisionOnFile, isStanding, reasonsInWords } from './decision-on-file.ts'
import type { DecisionOnRecord } from './stored-decision.ts'

function onFile(money: string): Cents {
  const amount = parseMoney(money)
  assert(amount !== undefined, 'a decision on file holds amounts')
  return amount
}

/**
 * What a counteroffer is made in place of: the offer of the policy and what was picked of it, whatever a counteroffer that
 * stands made of them. Undefined where the policy offers nothing, or was never asked.
 */
export function reviewedOffer(
  loan: Loan,
  newest: StoredDecision<DecisionOnFile> | undefined,
): ReviewedOffer | undefined {
  const { qualifiedMinimum: minimum, qualifiedMaximum: maximum, qualifiedStep: step } = loan
  const isWhole = minimum !== null && maximum !== null && step !== null
  if (!isWhole || newest?.decision.facts === undefined) return undefined
  const { counter } = newest.decision
  const standing = { counter, decidedAt: newest.decidedAt }
  if (counter === undefined || !isStanding(loan, standing))
    return { minimum, maximum, step, picked: loan.approvedAmount }
  const picked = counter.picked === null ? null : onFile(counter.picked)
  return { minimum, maximum: onFile(counter.policyMaximum), step, picked }
}

/** The counteroffer that a loan stands on, in a sentence for its borrower; null where it stands on none. */
export async function counterSentence(
  deps: Pick<Deps, 'portfolios'>,
  executor: Executor,
  loan: Loan,
  record: DecisionOnRecord,
): Promise<Localized | null> {
  const { counter, decision } = record
  if (counter === undefined || !isStanding(loan, record)) return null
  const reasons = await reasonsInWords(deps, executor, loan.portfolioId, decision)
  return counterWords({
    picked: counter.picked === null ? null : onFile(counter.picked),
    maximum: decision.maximum,
    reasons: reasons.map(({ reason }) => reason),
  })
}
