import type { Localized } from '@dolphin/domain/portfolios/localized'
import { findLatestDecision, type StoredDecision } from '@dolphin/database/decisions/decision-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { LoanKey } from '@dolphin/database/driver/owner'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { Decision } from '@dolphin/domain/decisions/decision'
import type { WireDecision } from '@dolphin/domain/decisions/decision-wire'
import type { WireFacts } from '@dolphin/domain/decisions/facts'
import { reasonInWords } from '@dolphin/domain/decisions/explain'
import type { Deps } from '../../deps.ts'
import { policyAt } from '../portfolios/version-history.ts'

/** A stored decision as far as others than its maker need it; the shape that the decision feature stores. */
export interface DecisionOnFile {
  readonly decision: WireDecision
  /** What it was made on; absent where a person decided without the policy being asked. */
  readonly facts?: WireFacts
  /** Names the stored policy and products. */
  readonly basisHash?: string
  /** Set where a person decided and not the policy. */
  readonly decidedBy?: string
  /** Set where a person offered less than was asked for. */
  readonly counter?: Countered
}

/** What a counteroffer was made in place of. */
export interface Countered {
  /** The amount of the plan that was picked; null where none was. */
  readonly picked: string | null
  /** The most that the policy offers. */
  readonly policyMaximum: string
  /** The policy's decision that it was made on. */
  readonly decisionNo: string
}

/** Whether a counteroffer is what a loan offers: no decision since has made another offer. */
export const isStanding = (
  { qualifiedAt }: Pick<Loan, 'qualifiedAt'>,
  { counter, decidedAt }: { readonly counter?: Countered | undefined; readonly decidedAt: Date },
): boolean => counter !== undefined && qualifiedAt?.getTime() === decidedAt.getTime()

/** The newest decision on a loan with its number and instant, the policy's or a person's. */
export const findNewestDecision = (
  { cipher }: Pick<Deps, 'cipher'>,
  executor: Executor,
  loan: LoanKey,
): Promise<StoredDecision<DecisionOnFile> | undefined> =>
  findLatestDecision<DecisionOnFile>(executor, cipher, loan)

/** The newest decision on a loan, the policy's or a person's. */
export async function findDecisionOnFile(
  deps: Pick<Deps, 'cipher'>,
  executor: Executor,
  loan: LoanKey,
): Promise<DecisionOnFile | undefined> {
  return (await findNewestDecision(deps, executor, loan))?.decision
}

/** A reason in words for the borrower, and what would change the outcome. */
interface WordedReason {
  readonly code: string
  readonly reason: Localized
  readonly change: Localized
}

/** The reasons of a stored decision in words; none where there is no decision. */
export async function wordedReasons(
  deps: Pick<Deps, 'portfolios'>,
  executor: Executor,
  { portfolioId }: Pick<LoanKey, 'portfolioId'>,
  onFile: DecisionOnFile | undefined,
): Promise<WordedReason[]> {
  return onFile === undefined ? [] : reasonsInWords(deps, executor, portfolioId, onFile.decision)
}

/**
 * Reasons in the words of the policy that they were given by: a policy published since may give them other words,
 * or have none for them. What is on record of neither is left out.
 */
export async function reasonsInWords(
  { portfolios }: Pick<Deps, 'portfolios'>,
  executor: Executor,
  portfolioId: number,
  { policyVersion, reasons }: Pick<Decision, 'policyVersion' | 'reasons'>,
): Promise<WordedReason[]> {
  const current = portfolios.byId(portfolioId)?.policy
  if (reasons.length === 0 || current === undefined) return []
  const given =
    current.version === policyVersion ? current : await policyAt(executor, portfolioId, policyVersion)
  return reasons.flatMap((one) => {
    const policy = [given, current].find((version) => version !== undefined && one.code in version.reasons)
    if (policy === undefined) return []
    const { reason, change } = reasonInWords(policy, one)
    return [{ code: one.code, reason, change }]
  })
}
