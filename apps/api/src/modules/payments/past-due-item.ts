import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  findNewestWorkItem,
  listOpenWorkItems,
  renewWorkItem,
} from '@dolphin/database/work-items/work-item-repository'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import type { Arrears } from '@dolphin/domain/servicing/arrears'
import { pastDueAge } from '@dolphin/domain/servicing/past-due-age'
import { SYSTEM_ACTOR } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { closeWorkItems, openWorkItem, type WorkItemDeps } from '../work-items/work-item-service.ts'

/**
 * Opens, renews and closes the work item of a locked loan that is past due: one for each age of its oldest unpaid
 * payment, so that what a collector closed comes back when the loan is older and not within the hour. Without arrears
 * none stays open. Source: docs/design/console.md, Work.
 */
export async function syncPastDueItem(
  deps: WorkItemDeps,
  unit: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  arrears: Arrears | undefined,
): Promise<void> {
  const ofLoan = { portfolioId, loanNo, kind: 'loanPastDue' } as const
  const [oldest] = arrears?.overdue ?? []
  const age = pastDueAge(arrears?.days ?? 0)
  const open = await listOpenWorkItems(unit.tx, ofLoan)
  if (arrears === undefined || oldest === undefined || age === undefined) {
    if (open.length > 0) await close(unit, ofLoan, 'nothing is past due')
    return
  }
  const item = { ...ofLoan, subject: `loan/${loanNo}/payment ${oldest.number}/${age} days` }
  const reason = `${formatCurrency(arrears.amount)} past due since ${writtenDay(oldest.dueDate).en}`
  const facts = { amountPastDue: formatCurrency(arrears.amount), daysPastDue: arrears.days }
  const kept = open.find(({ subject }) => subject === item.subject)
  for (const { subject } of open.filter((one) => one !== kept))
    await close(unit, { ...ofLoan, subject }, 'it is of another age now')
  if (kept !== undefined) {
    if (kept.reason !== reason || kept.facts['daysPastDue'] !== facts.daysPastDue)
      await renewWorkItem(unit.tx, item, { reason, facts })
    return
  }
  // What a person closed stays closed at this age; what was over by itself, as a payment that came back, begins anew.
  const earlier = await findNewestWorkItem(unit.tx, item)
  if (earlier === undefined || earlier.closedBy === SYSTEM_ACTOR)
    await openWorkItem(deps, unit, { ...item, reason, facts, actor: SYSTEM_ACTOR })
}

const close = (unit: UnitOfWork, which: Parameters<typeof closeWorkItems>[1], reason: string) =>
  closeWorkItems(unit, which, { by: SYSTEM_ACTOR, reason })
