import {
  type DocumentRequest,
  listDocumentRequests,
} from '@dolphin/database/applications/document-request-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { isOverdue, REQUESTED_DOCUMENTS } from '@dolphin/domain/applications/document-request'
import { isOutstanding } from '@dolphin/domain/applications/document-request-state'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { DOCUMENT_ITEM_KINDS } from '../loans/end-document-requests.ts'
import type { OpenCause } from '../work-items/staff-routes.ts'
import { closeWorkItems, openWorkItem } from '../work-items/work-item-service.ts'

type Kind = (typeof DOCUMENT_ITEM_KINDS)[number]
type NeededDeps = Pick<Deps, 'calendar' | 'portfolios' | 'clock'>

/** Why an employee has to look, by kind of work item; undefined where there is nothing to do. */
function reasonsOf(
  requests: readonly DocumentRequest[],
  today: LocalDate,
): Readonly<Record<Kind, string | undefined>> {
  const overdue = requests.filter((request) => isOverdue(request, today))
  const isComplete =
    requests.some(({ state }) => state === 'received') && !requests.some((request) => isOutstanding(request))
  return {
    documentsReceived: isComplete ? 'every document that the review asked for has come' : undefined,
    documentsOverdue:
      overdue.length === 0 ? undefined : `not sent in time: ${overdue.map(lineOf).join('; ')}`,
  }
}

const lineOf = ({ documentType, answerBy }: DocumentRequest): string =>
  `${REQUESTED_DOCUMENTS[documentType].en} by ${formatLocalDate(answerBy)}`

const todayOf = ({ portfolios, clock }: NeededDeps, portfolioId: number): LocalDate =>
  dateIn(clock.now(), portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK)

/** Opens and closes the work items about the documents of a locked loan, as its requests now stand. */
export async function syncDocumentItems(
  deps: NeededDeps,
  unit: UnitOfWork,
  { portfolioId, loanNo }: LoanKey,
  actor: string,
): Promise<void> {
  const requests = await listDocumentRequests(unit.tx, { portfolioId, loanNo })
  const reasons = reasonsOf(requests, todayOf(deps, portfolioId))
  for (const [kind, reason] of Object.entries(reasons) as [Kind, string | undefined][]) {
    const which = { portfolioId, kind, subject: `loan/${loanNo}` }
    if (reason !== undefined) await openWorkItem(deps, unit, { ...which, loanNo, reason, actor })
    else await closeWorkItems(unit, which, { by: actor, reason: 'the documents are dealt with' })
  }
}

/** Whether an item's documents still wait for an employee, for one who closes it by hand. */
export function openDocumentCauses(deps: NeededDeps): Record<Kind, OpenCause> {
  const isOpen =
    (kind: Kind) => async (executor: Executor, item: { portfolioId: number; loanNo: string | null }) => {
      const { portfolioId, loanNo } = item
      if (loanNo === null) return false
      const requests = await listDocumentRequests(executor, { portfolioId, loanNo })
      return reasonsOf(requests, todayOf(deps, portfolioId))[kind] !== undefined
    }
  return {
    documentsReceived: isOpen('documentsReceived'),
    documentsOverdue: isOpen('documentsOverdue'),
  }
}
