import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { dryRunPolicyCall } from '@dolphin/contract/decisions'
import { PolicySchema } from '@dolphin/contract/portfolio/policy-schema'
import { listDecisions } from '@dolphin/database/decisions/decision-repository'
import { type DecidedCase, dryRun } from '@dolphin/domain/decisions/dry-run'
import { isWholeFacts } from '@dolphin/domain/decisions/facts'
import type { Policy } from '@dolphin/domain/decisions/policy'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { type Result, refuse } from '../../refusal.ts'
import type { DecisionOnFile } from './decision-on-file.ts'
import type { Deps } from '../../deps.ts'

type Reply = CallReply<typeof dryRunPolicyCall>
type Order = CallRequest<typeof dryRunPolicyCall>['body']

const PAGE = 500

/**
 * What a policy would have decided on the stored inputs of a portfolio, beside what was decided.
 *
 * Errors: `notFound` for an unknown portfolio, `invalidInput` naming each place where the policy is wrong.
 */
export async function dryRunPolicy(deps: Deps, { policy, portfolioId }: Order): Promise<Result<Reply>> {
  const data = deps.portfolios.byId(portfolioId)
  if (data === undefined) return refuse('notFound')
  const checked = checkedPolicy(policy, portfolioId)
  if (!checked.ok) return checked
  const cases = await decidedCases(deps, portfolioId)
  const { decided, changed, groups } = dryRun({ policy: checked.value, products: data.products }, cases)
  return ok({
    portfolioId,
    policyVersion: checked.value.version,
    decided,
    changed,
    groups: groups.map(({ from, to, amountDifference, reasons, loanNos }) => ({
      from,
      to,
      count: loanNos.length,
      amountDifference: moneyToWire(amountDifference),
      reasons: [...reasons],
      loanNos: [...loanNos],
    })),
  })
}

function checkedPolicy(given: Order['policy'], portfolioId: number): Result<Policy> {
  const parsed = PolicySchema.safeParse(given)
  if (!parsed.success) {
    const errors = parsed.error.issues.map(({ path, message }) => ({
      elementKey: 'policy',
      message: `${path.map(String).join('.')}: ${message}`,
    }))
    return refuse('invalidInput', { errors })
  }
  if (parsed.data.portfolioId === portfolioId) return ok(parsed.data)
  const message = `portfolioId: is not ${portfolioId}`
  return refuse('invalidInput', { errors: [{ elementKey: 'policy', message }] })
}

/** The policy's own decisions; what a person decided says nothing about a policy. */
async function decidedCases({ database: { db }, cipher }: Deps, portfolioId: number): Promise<DecidedCase[]> {
  const cases: DecidedCase[] = []
  for (let after = ''; ; ) {
    const page = await listDecisions<DecisionOnFile>(db, cipher, { portfolioId, after, limit: PAGE })
    for (const { loanNo, decision: stored } of page) {
      const { facts, decision, decidedBy } = stored
      if (facts === undefined || decidedBy !== undefined || !isWholeFacts(facts)) continue
      cases.push({ loanNo, facts, decision })
    }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return cases
    after = last.decisionNo
  }
}
