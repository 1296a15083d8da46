import type { Loan, LoanPatch } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { DAY_MS } from '@dolphin/domain/time/durations'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { isStanding, findNewestDecision } from '../decisions/decision-on-file.ts'
import { reviewedOffer } from '../decisions/counteroffer.ts'
import { storePersonsDecision } from './decline-reasons.ts'

/**
 * Ends a counteroffer on a loan that was taken back into a review and is approved now: the offer is the policy's again, as
 * a decision of the person who approves. Answers what changes of the loan; nothing where no counteroffer stands.
 * Source: docs/decisions/counteroffers.md.
 */
export async function liftCounter(
  deps: Deps,
  unit: UnitOfWork,
  loan: Loan,
  actor: string,
): Promise<LoanPatch> {
  const newest = await findNewestDecision(deps, unit.tx, loan)
  const offer = reviewedOffer(loan, newest)
  if (newest === undefined || offer === undefined) return {}
  const { decision: earlier, decidedAt } = newest
  if (!isStanding(loan, { counter: earlier.counter, decidedAt })) return {}
  const policy = deps.portfolios.byId(loan.portfolioId)?.policy
  assert(policy !== undefined, 'a loan belongs to a portfolio that is served')
  const maximum = moneyToWire(offer.maximum)
  const decision = { ...earlier.decision, outcome: 'qualified', maximum, reasons: [] } as const
  await storePersonsDecision(deps, unit, loan, { policy, decision, earlier, actor })
  return {
    qualifiedMaximum: offer.maximum,
    qualifiedAt: unit.now,
    qualifiedUntil: new Date(unit.now.getTime() + policy.offerValidDays * DAY_MS),
  }
}
