import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listOpenWorkItems, renewWorkItem } from '@dolphin/database/work-items/work-item-repository'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { Arrears } from '@dolphin/domain/servicing/arrears'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { closeWorkItems, openWorkItem, type WorkItemDeps } from '../work-items/work-item-service.ts'

/**
 * Opens, renews and closes the one work item of a locked loan that is past due, at any number of days. A collector puts
 * it off with what was done; it ends only once nothing is past due. Source: docs/decisions/work-items.md.
 */
export async function syncPastDueItem(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  arrears: Arrears | undefined,
): Promise<void> {
  const ofLoan = { portfolioId, loanNo, kind: 'loanPastDue' } as const
  const [oldest] = arrears?.overdue ?? []
  const [open] = await listOpenWorkItems(unit.tx, ofLoan)
  if (arrears === undefined || oldest === undefined) {
    if (open !== undefined)
      await closeWorkItems(unit, ofLoan, { by: SYSTEM_ACTOR, reason: 'nothing is past due' })
    return
  }
  const reason = `${formatCurrency(arrears.amount)} past due since ${writtenDay(oldest.dueDate).en}`
  const facts = { amountPastDue: formatCurrency(arrears.amount), daysPastDue: arrears.days }
  if (open === undefined) {
    const item = { ...ofLoan, subject: `loan/${loanNo}`, reason, facts }
    await openWorkItem(deps, unit, { ...item, actor: SYSTEM_ACTOR })
  } else if (open.reason !== reason || open.facts['daysPastDue'] !== facts.daysPastDue)
    await renewWorkItem(unit.tx, ofLoan, { reason, facts })
}
