import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { replayDecisionCall } from '@dolphin/contract/decisions'
import { findDecisionBasis } from '@dolphin/database/decisions/decision-basis-repository'
import {
  findDecisionByNo,
  listDecisions,
  listDecisionsOfLoan,
  type StoredDecision,
} from '@dolphin/database/decisions/decision-repository'
import { basisFromText } from '@dolphin/domain/decisions/basis-text'
import type { DecisionBasis } from '@dolphin/domain/decisions/decide'
import { isWholeFacts } from '@dolphin/domain/decisions/facts'
import { replayDifferences } from '@dolphin/domain/decisions/replay'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../refusal.ts'
import type { DecisionOnFile } from './decision-on-file.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import type { Deps } from '../../deps.ts'

type Reply = CallReply<typeof replayDecisionCall>
type Query = CallRequest<typeof replayDecisionCall>['query']
type Stored = StoredDecision<DecisionOnFile>

const PAGE = 200

/** Makes stored decisions again on the policy that they were made on, and says where they differ. */
export async function replayDecisions(deps: Deps, query: Query): Promise<Result<Reply>> {
  const found = await wanted(deps, query)
  if (!found.ok) return found
  const { stored, after } = found.value
  const basisOf = createBasisReader(deps)
  const decisions: Reply['decisions'][number][] = []
  for (const one of stored) decisions.push(await replayOne(one, basisOf))
  return ok({ decisions, after })
}

async function wanted(
  { database: { db }, cipher, portfolios }: Deps,
  { decisionNo, loanNo, portfolioId, after = '' }: Query,
): Promise<Result<{ readonly stored: readonly Stored[]; readonly after: string | null }>> {
  if (decisionNo !== undefined) {
    const one = await findDecisionByNo<DecisionOnFile>(db, cipher, decisionNo)
    return one === undefined ? refuse('notFound') : ok({ stored: [one], after: null })
  }
  if (loanNo !== undefined) {
    const loan = await findAnyLoan(db, loanNo)
    if (!loan.ok) return loan
    return ok({ stored: await listDecisionsOfLoan<DecisionOnFile>(db, cipher, loan.value), after: null })
  }
  const page = { portfolioId: portfolioId ?? 0, after, limit: PAGE }
  if (portfolios.byId(page.portfolioId) === undefined) return refuse('notFound')
  const stored = await listDecisions<DecisionOnFile>(db, cipher, page)
  return ok({ stored, after: stored.length < PAGE ? null : (stored.at(-1)?.decisionNo ?? null) })
}

type BasisReader = (portfolioId: number, basisHash: string) => Promise<DecisionBasis | undefined>

/** Bases are few and decisions many: each is read once. */
function createBasisReader({ database: { db } }: Pick<Deps, 'database'>): BasisReader {
  const known = new Map<string, DecisionBasis | undefined>()
  return async (portfolioId, basisHash) => {
    const key = `${portfolioId}/${basisHash}`
    if (!known.has(key)) {
      const text = await findDecisionBasis(db, { portfolioId, basisHash })
      known.set(key, text === undefined ? undefined : basisFromText(text))
    }
    return known.get(key)
  }
}

async function replayOne(stored: Stored, basisOf: BasisReader): Promise<Reply['decisions'][number]> {
  const { decisionNo, loanNo, decidedAt, outcome, policyVersion, portfolioId } = stored
  const { decision, decidedBy, facts, basisHash } = stored.decision
  const head = { decisionNo, loanNo, decidedAt: isoInZone(decidedAt, NEW_YORK), outcome, policyVersion }
  if (decidedBy !== undefined) return { ...head, result: 'person', differences: [] }
  const basis = basisHash === undefined ? undefined : await basisOf(portfolioId, basisHash)
  if (basis === undefined || facts === undefined || !isWholeFacts(facts)) {
    return { ...head, result: 'unprovable', differences: [] }
  }
  const differences = [...replayDifferences(basis, facts, decision)]
  return { ...head, result: differences.length === 0 ? 'same' : 'different', differences }
}
