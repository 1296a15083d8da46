import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { endDishonor, listSentDishonors } from '@dolphin/database/payments/dishonored-return-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { assert } from '@dolphin/domain/assert'
import { CONTEST_BANKING_DAYS, isUncontested } from '@dolphin/domain/payments/dishonor'
import { dateIn } from '@dolphin/domain/time/new-york'
import { SYSTEM_ACTOR } from '../../../http/actor.ts'
import type { MoneyDeps } from '../../../deps.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import { closeWorkItems } from '../../work-items/work-item-service.ts'
import { lastSettlementDay } from '../settle.ts'
import { dishonorSubject } from './dishonor-of.ts'

const REASON = `not contested within ${CONTEST_BANKING_DAYS} banking days`

/**
 * Ends the dishonored returns that the bank can contest no more: their loans go on. The days count from the settlement of
 * the file, later where it was transmitted late. Answers how many. Source: docs/facts/ach.md §2.
 */
export async function endUncontested(
  { calendar }: Pick<MoneyDeps, 'calendar'>,
  unit: UnitOfWork,
  { portfolio: { portfolioId, timeZone } }: PortfolioData,
): Promise<number> {
  const today = lastSettlementDay(unit.now)
  let ended = 0
  for (const { dishonor, sentAt } of await listSentDishonors(unit.tx, portfolioId)) {
    const { dishonorNo, loanNo, effectiveDate } = dishonor
    assert(effectiveDate !== null, 'what was sent has its day')
    const next = calendar.next(dateIn(sentAt, timeZone))
    if (!isUncontested(effectiveDate > next ? effectiveDate : next, today, calendar)) continue
    const end = { from: ['sent'], to: 'uncontested', reason: null, at: unit.now } as const
    if (!(await endDishonor(unit.tx, dishonor, end))) continue
    const by = SYSTEM_ACTOR
    const about = { portfolioId, kind: 'returnSentBack', subject: dishonorSubject(dishonor) } as const
    await closeWorkItems(unit, about, { by, reason: REASON })
    const event = { portfolioId, subject: loanNo ?? 'portfolio', action: 'returnUncontested', actor: by }
    await appendAudit(unit.tx, { ...event, facts: { dishonorNo }, at: unit.now })
    ended += 1
  }
  return ended
}
