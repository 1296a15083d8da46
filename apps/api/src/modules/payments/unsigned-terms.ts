import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { listUnsignedTerms } from '@dolphin/database/applications/incomplete-loan-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import { openWorkItem, type WorkItemDeps } from '../work-items/work-item-service.ts'
import { isHeldForTooLong } from './held-credit.ts'

const LOANS_AT_ONCE = 1_000

/**
 * Opens a work item for each approved loan whose borrower has not signed its new terms for two banking days. Source:
 * domain.md §14.
 */
export async function reportUnsignedTerms(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  { portfolio: { portfolioId } }: PortfolioData,
): Promise<void> {
  for (const { loanNo } of await listUnsignedTerms(unit.tx, { portfolioId, limit: LOANS_AT_ONCE })) {
    const asked = (await listAudit(unit.tx, portfolioId, loanNo)).findLast(
      ({ action }) => action === 'newTermsNeeded',
    )
    if (asked === undefined || !isHeldForTooLong(deps, unit, portfolioId, asked.at)) continue
    await openWorkItem(deps, unit, {
      portfolioId,
      kind: 'heldCredit',
      subject: `loan/${loanNo}`,
      loanNo,
      reason: `the new terms are not signed: ${String(asked.facts['rule'])}`,
      since: asked.at,
      actor: SYSTEM_ACTOR,
    })
  }
}
