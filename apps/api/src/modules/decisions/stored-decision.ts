import { createHash } from 'node:crypto'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import {
  findDecision,
  findLatestDecision,
  insertDecision,
} from '@dolphin/database/decisions/decision-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { KeyedLoan, LoanKey } from '@dolphin/database/driver/owner'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { insertDecisionBasis, insertRiskReport } from '@dolphin/database/decisions/decision-basis-repository'
import { assert } from '@dolphin/domain/assert'
import { basisToText } from '@dolphin/domain/decisions/basis-text'
import { decide } from '@dolphin/domain/decisions/decide'
import type { Decision } from '@dolphin/domain/decisions/decision'
import { decisionFromWire, decisionToWire, type WireDecision } from '@dolphin/domain/decisions/decision-wire'
import { factsToWire, type WireFacts } from '@dolphin/domain/decisions/facts'
import { type FactsBeforeRisk, findRisk, type RiskFinding } from '@dolphin/domain/decisions/risk'
import { RiskReport } from '@dolphin/domain/loans/codes'
import type { Deps } from '../../deps.ts'
import { newId } from '../../security/secrets.ts'
import { type Countered, isStanding } from './decision-on-file.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/** A decision whole: what it was made on, and what came out. Enough to replay it. */
interface DecisionRecord {
  readonly facts: WireFacts
  /** The bank report behind the income facts. */
  readonly reportCode: string
  /** Names the policy and products that it was made on. */
  readonly basisHash: string
  readonly decision: WireDecision
  readonly counter?: Countered
}

/** A decision of the books. */
export interface DecisionOnRecord {
  readonly decisionNo: string
  readonly decidedAt: Date
  readonly facts: WireFacts
  readonly decision: Decision
  /** Set where a person offered less than was asked for. */
  readonly counter?: Countered | undefined
}

type NeededDeps = Pick<Deps, 'cipher' | 'random'>

/** What is known, and the bank report that it was read from. */
interface Known {
  readonly data: PolicyAndProducts
  readonly facts: FactsBeforeRisk
  readonly reportCode: string
}

type PolicyAndProducts = Pick<PortfolioData, 'policy' | 'products'>

/** A basis, exact as the domain writes it, with its name. */
function namedBasis({ policy, products }: PolicyAndProducts) {
  const basis = basisToText({ policy, products })
  return { basis, basisHash: createHash('sha256').update(basis).digest('hex') }
}

/** The decision on these facts: the stored one where they were decided before, else a new one, stored whole. */
export async function decideOnce(
  deps: NeededDeps,
  unit: UnitOfWork,
  loan: KeyedLoan,
  known: Known,
): Promise<DecisionOnRecord & { readonly fresh: boolean }> {
  const { cipher, random } = deps
  const { data } = known
  const { policy, products } = data
  const risk = findRisk(policy.riskReport, known.facts)
  const facts = { ...known.facts, riskReport: risk.report }
  const wire = factsToWire(facts)
  const { basis, basisHash } = namedBasis(data)
  const { reportCode } = known
  const sorted = Object.entries(wire).toSorted(([left], [right]) => (left < right ? -1 : 1))
  const inputsHash = hashOf([basisHash, reportCode, sorted])
  const decision = decide({ policy, products }, facts)
  const decisionNo = newId(random)
  const { portfolioId, customerKey, loanNo } = loan
  const isNew = await insertDecision<DecisionRecord>(unit.tx, cipher, {
    portfolioId,
    customerKey,
    loanNo,
    decisionNo,
    inputsHash,
    policyVersion: `${policy.portfolioId}@${policy.version}`,
    outcome: decision.outcome,
    decision: { facts: wire, reportCode, basisHash, decision: decisionToWire(decision) },
    decidedAt: unit.now,
  })
  if (!isNew) {
    const stored = await findDecision<DecisionRecord>(unit.tx, cipher, loan, inputsHash)
    assert(stored !== undefined, 'a decision that was not added stands already')
    return { ...onRecord(stored), fresh: false }
  }
  await insertDecisionBasis(unit.tx, {
    portfolioId,
    basisHash,
    policyVersion: policy.version,
    basis,
    createdAt: unit.now,
  })
  await storeRisk(deps, unit, loan, { risk, requestCode: reportCode, basisHash })
  return { decisionNo, decidedAt: unit.now, facts: wire, decision, fresh: true }
}

/** A report of which there is nothing to say is none: no row, and check-risk-info answers -1. */
async function storeRisk(
  { cipher }: Pick<NeededDeps, 'cipher'>,
  { tx, now }: UnitOfWork,
  { portfolioId, customerKey, loanNo }: KeyedLoan,
  {
    risk,
    requestCode,
    basisHash,
  }: { readonly risk: RiskFinding; readonly requestCode: string; readonly basisHash: string },
): Promise<void> {
  if (risk.report === RiskReport.noReport) return
  const { report: result, signals } = risk
  await insertRiskReport(tx, cipher, {
    portfolioId,
    customerKey,
    loanNo,
    requestCode,
    basisHash,
    result,
    signals,
    madeAt: now,
  })
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

/** The counteroffer that a loan stands on, if there is one. */
export async function standingCounter(
  deps: Pick<Deps, 'cipher'>,
  executor: Executor,
  loan: Loan,
): Promise<DecisionOnRecord | undefined> {
  const newest = await latestDecision(deps, executor, loan)
  return newest !== undefined && isStanding(loan, newest) ? newest : undefined
}

function onRecord(stored: {
  decisionNo: string
  decidedAt: Date
  decision: DecisionRecord
}): DecisionOnRecord {
  const { decisionNo, decidedAt, decision } = stored
  const { facts, counter } = decision
  return { decisionNo, decidedAt, facts, decision: decisionFromWire(decision.decision), counter }
}

const hashOf = (inputs: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(inputs)).digest('hex')
