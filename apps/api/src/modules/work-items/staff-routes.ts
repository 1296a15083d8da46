import type { CallReply } from '@dolphin/contract/call'
import {
  closeWorkItemCall,
  countWorkItemCall,
  listWorkItemCall,
  showWorkItemCall,
  takeWorkItemCall,
} from '@dolphin/contract/work-items'
import type { Executor } from '@dolphin/database/driver/executor'
import {
  countOpenWorkItems,
  findWorkItem,
  listWorkItems,
  takeWorkItem,
  WHOLE_SERVER,
  type WorkItem,
} from '@dolphin/database/work-items/work-item-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { WORK_ITEM_ACTS, type WorkItemKind } from '@dolphin/domain/work-items/codes'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import type { Deps } from '../../deps.ts'
import { actorName } from '../../http/actor.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { audit, closeWorkItems } from './work-item-service.ts'

/**
 * Whether the cause of an open work item is still there, by kind, where that can be asked. The nouns know, and stand
 * above this one; `features.ts` fills it.
 */
export type OpenCauses = Readonly<
  Partial<Record<WorkItemKind, (executor: Executor, item: WorkItem) => Promise<boolean>>>
>

type NeededDeps = Pick<Deps, 'database' | 'portfolios' | 'clock'>
type Item = CallReply<typeof showWorkItemCall>
type Head = CallReply<typeof listWorkItemCall>['items'][number]

const PAGE = 100

/** The work items for staff: list, show, take, done. Source: domain.md §14. */
export function workItemStaffRoutes(deps: NeededDeps, causes: OpenCauses): RouteDefinition[] {
  return [
    operationsRoute(listWorkItemCall, async ({ query: { takenBy, ...query }, actor, now }) =>
      ok(await listItems(deps, { ...query, takenBy: takenBy === 'me' ? actorName(actor) : undefined }, now)),
    ),
    operationsRoute(countWorkItemCall, async ({ query: { portfolioId }, now }) => {
      const counts = await countOpenWorkItems(deps.database.db, dateIn(now, NEW_YORK), portfolioId)
      return ok({ kinds: counts.map((count) => ({ ...count, firstDue: formatLocalDate(count.firstDue) })) })
    }),
    operationsRoute(showWorkItemCall, async ({ params, now }) => {
      const item = await findWorkItem(deps.database.db, params.workItemNo)
      return item === undefined ? refuse('notFound') : ok(itemView(deps, item, now))
    }),
    operationsRoute(takeWorkItemCall, ({ body, actor, write }) =>
      write((unit) => take(deps, unit, body.workItemNo, actorName(actor))),
    ),
    operationsRoute(closeWorkItemCall, ({ body, actor, write }) =>
      write((unit) => done(deps, unit, causes, { ...body, actor: actorName(actor) })),
    ),
  ]
}

interface Query {
  readonly portfolioId?: number | undefined
  readonly kind?: WorkItemKind | undefined
  readonly loanNo?: string | undefined
  readonly state?: 'open' | 'closed' | undefined
  readonly takenBy?: string | undefined
  readonly after?: string | undefined
}

async function listItems(
  deps: NeededDeps,
  { after, state = 'open', ...filters }: Query,
  now: Date,
): Promise<CallReply<typeof listWorkItemCall>> {
  const { db } = deps.database
  const last = after === undefined ? undefined : await findWorkItem(db, after)
  const found = await listWorkItems(db, { ...filters, state, after: last, limit: PAGE + 1 })
  const items = found.slice(0, PAGE)
  return {
    items: items.map((item) => headView(deps, item, now)),
    after: found.length > PAGE ? (items.at(-1)?.workItemNo ?? null) : null,
  }
}

async function take(
  deps: NeededDeps,
  unit: UnitOfWork,
  workItemNo: string,
  by: string,
): Promise<Result<Item>> {
  const item = await findWorkItem(unit.tx, workItemNo)
  if (item === undefined) return refuse('notFound')
  if (!(await takeWorkItem(unit.tx, item, { by, at: unit.now }))) return refuse('workItemOver')
  await audit(unit, item, 'workItemTaken', by)
  return ok(itemView(deps, { ...item, takenBy: by, takenAt: unit.now }, unit.now))
}

async function done(
  deps: NeededDeps,
  unit: UnitOfWork,
  causes: OpenCauses,
  {
    workItemNo,
    reason,
    actor,
  }: { readonly workItemNo: string; readonly reason: string; readonly actor: string },
): Promise<Result<Item>> {
  const item = await findWorkItem(unit.tx, workItemNo)
  if (item === undefined) return refuse('notFound')
  if (item.closedAt !== null) return refuse('workItemOver')
  if (WORK_ITEM_RULES[item.kind].holdsDebits) return refuse('workItemTakesTwo')
  if (await causes[item.kind]?.(unit.tx, item)) return refuse('workItemCauseOpen')
  const { portfolioId, kind, subject } = item
  const [closed] = await closeWorkItems(unit, { portfolioId, kind, subject }, { by: actor, reason })
  return closed === undefined ? refuse('workItemOver') : ok(itemView(deps, closed, unit.now))
}

function headView({ portfolios }: NeededDeps, item: WorkItem, now: Date): Head {
  const { workItemNo, portfolioId, kind, subject, loanNo, since, due, reason, takenBy, closedAt } = item
  const zone = portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK
  return {
    workItemNo,
    portfolioId: portfolioId === WHOLE_SERVER ? null : portfolioId,
    kind,
    subject,
    loanNo,
    since: isoInZone(since, zone),
    due: formatLocalDate(due),
    overdue: closedAt === null && due < dateIn(now, zone),
    reason,
    takenBy,
    closedAt: closedAt === null ? null : isoInZone(closedAt, zone),
  }
}

const MOST_CONCERNED = 100

function itemView(deps: NeededDeps, item: WorkItem, now: Date): Item {
  const { portfolioId, kind, concerns, facts, takenAt, closedBy, closedFor } = item
  const zone = deps.portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK
  const { acts, holdsDebits } = WORK_ITEM_RULES[kind]
  return {
    ...headView(deps, item, now),
    concerns: concerns.slice(0, MOST_CONCERNED),
    holdsDebits,
    facts,
    acts: acts.map((act) => WORK_ITEM_ACTS[act]),
    takenAt: takenAt === null ? null : isoInZone(takenAt, zone),
    closedBy,
    closedFor,
  }
}
