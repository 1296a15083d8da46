import { createHash } from 'node:crypto'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { findDecision, findLatestDecision, insertDecision } from '@dolphin/database/decision-repository'
import type { Executor } from '@dolphin/database/executor'
import type { LoanKey } from '@dolphin/database/owner'
import { decide } from '@dolphin/domain/decision/decide'
import type { Decision } from '@dolphin/domain/decision/decision'
import { decisionFromWire, decisionToWire, type WireDecision } from '@dolphin/domain/decision/decision-wire'
import { type Facts, factsToWire, type WireFacts } from '@dolphin/domain/decision/facts'
import type { Deps } from '../../deps.ts'
import { newId } from '../../secrets.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/** A decision whole: what it was made on, and what came out. Enough to replay it. */
interface DecisionRecord {
  readonly facts: WireFacts
  /** The bank report behind the income facts. */
  readonly reportCode: string
  readonly decision: WireDecision
}

/** A decision of the books. */
export interface DecisionOnRecord {
  readonly decisionNo: string
  readonly decidedAt: Date
  readonly facts: WireFacts
  readonly decision: Decision
}

type Parts = Pick<Deps, 'cipher' | 'random'>

/** The decision on these facts: the stored one where they were decided before, else a new one, stored whole. */
export async function decideOnce(
  { cipher, random }: Parts,
  { tx, now }: UnitOfWork,
  loan: LoanKey,
  { policy, products }: Pick<PortfolioData, 'policy' | 'products'>,
  { facts, reportCode }: { readonly facts: Facts; readonly reportCode: string },
): Promise<DecisionOnRecord & { readonly fresh: boolean }> {
  const wire = factsToWire(facts)
  const versions = products.map(({ productCode, version }) => `${productCode}@${version}`)
  const inputsHash = hashOf([
    policy.version,
    versions.toSorted(),
    reportCode,
    Object.entries(wire).toSorted(([left], [right]) => (left < right ? -1 : 1)),
  ])
  const stored = await findDecision<DecisionRecord>(tx, cipher, loan, inputsHash)
  if (stored !== undefined) return { ...onRecord(stored), fresh: false }
  const decision = decide({ policy, products }, facts)
  const decisionNo = newId(random)
  await insertDecision<DecisionRecord>(tx, cipher, {
    portfolioId: loan.portfolioId,
    loanNo: loan.loanNo,
    decisionNo,
    inputsHash,
    policyVersion: `${policy.portfolioId}@${policy.version}`,
    outcome: decision.outcome,
    decision: { facts: wire, reportCode, decision: decisionToWire(decision) },
    decidedAt: now,
  })
  return { decisionNo, decidedAt: now, facts: wire, decision, fresh: true }
}

/** The newest decision on a loan, if there is one. */
export async function latestDecision(
  { cipher }: Pick<Deps, 'cipher'>,
  executor: Executor,
  loan: LoanKey,
): Promise<DecisionOnRecord | undefined> {
  const stored = await findLatestDecision<DecisionRecord>(executor, cipher, loan)
  return stored && onRecord(stored)
}

function onRecord(stored: {
  decisionNo: string
  decidedAt: Date
  decision: DecisionRecord
}): DecisionOnRecord {
  const { decisionNo, decidedAt, decision } = stored
  return { decisionNo, decidedAt, facts: decision.facts, decision: decisionFromWire(decision.decision) }
}

const hashOf = (inputs: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
