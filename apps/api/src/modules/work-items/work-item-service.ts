import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  closeOpenWorkItems,
  type Closing,
  insertWorkItem,
  type NewWorkItem,
  type OpenItems,
  WHOLE_SERVER,
  type WorkItem,
} from '@dolphin/database/work-items/work-item-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { NEW_YORK, dateIn } from '@dolphin/domain/time/new-york'
import { workItemDue } from '@dolphin/domain/work-items/work-item-rules'
import type { Deps } from '../../deps.ts'
import type { PortfolioCatalog } from '../../ports/portfolio-catalog.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

export type WorkItemDeps = Pick<Deps, 'calendar'> & { readonly portfolios: PortfolioCatalog }

/** What a module knows of a work item that it opens. */
export interface OpenedItem extends Pick<NewWorkItem, 'portfolioId' | 'kind' | 'subject' | 'reason'> {
  readonly loanNo?: string | null
  /** Loans that it may be about, where it is not known which. */
  readonly concerns?: readonly string[]
  /** Without names and account numbers. */
  readonly facts?: NewWorkItem['facts']
  /** Since when; the unit's instant where it began with this transaction. */
  readonly since?: Date
  /** The last day to act where it is given by more than its kind. */
  readonly due?: LocalDate
  readonly actor: string
}

const zoneOf = (portfolios: WorkItemDeps['portfolios'], portfolioId: number): string =>
  portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK

const LONGEST_REASON = 300

/**
 * Opens a work item in the transaction of its fact, with its due day and an audit event; returns its number. Where one
 * of its kind and subject is open, nothing changes and undefined is returned. Source: domain.md §14.
 */
export async function openWorkItem(
  { calendar, portfolios }: WorkItemDeps,
  unit: UnitOfWork,
  {
    portfolioId,
    kind,
    subject,
    reason,
    loanNo = null,
    concerns = [],
    facts = {},
    since = unit.now,
    due = workItemDue(kind, dateIn(unit.now, zoneOf(portfolios, portfolioId)), calendar),
    actor,
  }: OpenedItem,
): Promise<string | undefined> {
  const workItemNo = await insertWorkItem(unit.tx, {
    portfolioId,
    kind,
    subject,
    loanNo,
    concerns: [...concerns],
    since,
    due,
    reason: reason.slice(0, LONGEST_REASON),
    facts,
  })
  if (workItemNo === undefined) return undefined
  await audit(
    unit,
    { portfolioId, loanNo, workItemNo, kind },
    { action: 'workItemOpened', actor, more: { subject } },
  )
  return workItemNo
}

/** Closes the open work items of a kind that an act has solved, in the transaction of that act. */
export async function closeWorkItems(
  unit: UnitOfWork,
  which: OpenItems,
  { by, reason }: Pick<Closing, 'by' | 'reason'>,
): Promise<readonly WorkItem[]> {
  const closed = await closeOpenWorkItems(unit.tx, which, {
    by,
    at: unit.now,
    reason: reason.slice(0, LONGEST_REASON),
  })
  for (const item of closed)
    await audit(unit, item, { action: 'workItemClosed', actor: by, more: { reason } })
  return closed
}

/** What was done with a work item, and by whom. */
interface WorkItemStep {
  readonly action:
    | 'workItemOpened'
    | 'workItemTaken'
    | 'workItemReleased'
    | 'workItemPutOff'
    | 'workItemClosed'
  readonly actor: string
  readonly more?: Readonly<Record<string, string>>
}

/** In the stream of the loan, else of the portfolio. */
export async function audit(
  unit: UnitOfWork,
  { portfolioId, loanNo, workItemNo, kind }: Pick<WorkItem, 'portfolioId' | 'loanNo' | 'workItemNo' | 'kind'>,
  { action, actor, more = {} }: WorkItemStep,
): Promise<void> {
  if (portfolioId === WHOLE_SERVER) return
  const facts = { workItemNo, kind, ...more }
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo ?? 'portfolio',
    action,
    actor,
    facts,
    at: unit.now,
  })
}
