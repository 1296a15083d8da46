import { findLatestDecision } from '@dolphin/database/decision-repository'
import type { Executor } from '@dolphin/database/executor'
import type { LoanKey } from '@dolphin/database/owner'
import type { WireDecision } from '@dolphin/domain/decision/decision-wire'
import type { WireFacts } from '@dolphin/domain/decision/facts'
import { reasonInWords } from '@dolphin/domain/decision/explain'
import type { Deps } from '../deps.ts'

/** A stored decision as far as others than its maker need it; the shape that the decision feature stores. */
export interface DecisionOnFile {
  readonly decision: WireDecision
  /** What it was made on; absent where a person decided without the policy being asked. */
  readonly facts?: WireFacts
  /** Names the stored policy and products. */
  readonly basisHash?: string
  /** Set where a person decided and not the policy. */
  readonly decidedBy?: string
}

/** The newest decision on a loan, the policy's or a person's. */
export async function findDecisionOnFile(
  { cipher }: Pick<Deps, 'cipher'>,
  executor: Executor,
  loan: LoanKey,
): Promise<DecisionOnFile | undefined> {
  return (await findLatestDecision<DecisionOnFile>(executor, cipher, loan))?.decision
}

/** The reasons of a decision in words for the borrower, and what would change the outcome. */
export function wordedReasons(
  { portfolios }: Pick<Deps, 'portfolios'>,
  { portfolioId }: Pick<LoanKey, 'portfolioId'>,
  onFile: DecisionOnFile | undefined,
) {
  const policy = portfolios.byId(portfolioId)?.policy
  if (policy === undefined) return []
  return (onFile?.decision.reasons ?? []).map((reason) => {
    const words = reasonInWords(policy, reason, 'en')
    return { code: reason.code, reason: words.reason, change: words.change }
  })
}
