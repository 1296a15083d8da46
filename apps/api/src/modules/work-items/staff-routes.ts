import type { CallReply } from '@dolphin/contract/call'
import {
  closeWorkItemCall,
  countWorkItemCall,
  exportWorkItemCall,
  listWorkItemCall,
  putOffWorkItemCall,
  releaseWorkItemCall,
  showWorkItemCall,
  takeNextWorkItemCall,
  takeWorkItemCall,
} from '@dolphin/contract/work-items'
import type { Executor } from '@dolphin/database/driver/executor'
import {
  countOpenWorkItems,
  findWorkItem,
  listWorkItems,
  type WorkItem,
} from '@dolphin/database/work-items/work-item-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok } from '@dolphin/domain/outcome'
import { type PortfolioScope, scopeOf } from '@dolphin/domain/staff/authority'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { canBePutOff } from '@dolphin/domain/work-items/putting-off'
import { type KindWithCause, WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import type { Deps } from '../../deps.ts'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import { listFile } from '../../http/list-file.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { putOff } from './putting-off.ts'
import { refuseIfHeld, release, take, takeNext } from './taking.ts'
import { closeWorkItems } from './work-item-service.ts'
import { headViews, itemView, type ItemView } from './work-item-view.ts'

/**
 * Whether the cause of an open work item is still there, for every kind whose cause can outlive a note. The nouns know,
 * and stand above this one; `features.ts` fills it.
 */
export type OpenCauses = Readonly<Record<KindWithCause, OpenCause>>

/** Whether the cause of an item is still there. */
export type OpenCause = (executor: Executor, item: WorkItem) => Promise<boolean>

type NeededDeps = Pick<Deps, 'database' | 'portfolios' | 'calendar' | 'clock' | 'units'>

const PAGE = 100

/** The work items for staff: list, show, take, done. Source: domain.md §14. */
export function workItemStaffRoutes(deps: NeededDeps, causes: OpenCauses): RouteDefinition[] {
  return [
    operationsRoute(listWorkItemCall, async ({ query: { takenBy, ...query }, actor, now }) =>
      ok(await listItems(deps, { ...query, takenBy: takenBy === 'me' ? actorName(actor) : undefined }, now)),
    ),
    operationsFileRoute(exportWorkItemCall, ({ query: filter, actor, now }) => {
      const { takenBy, ...query } = filter
      const asked = { ...query, takenBy: takenBy === 'me' ? actorName(actor) : undefined }
      return listFile(deps, {
        list: 'work',
        columns: TABLE,
        read: async (after) => {
          const { items, after: next } = await listItems(deps, { ...asked, after }, now)
          return { rows: items, after: next }
        },
        filter,
        actor,
        now,
      })
    }),
    operationsRoute(countWorkItemCall, async ({ query: { portfolioId }, now }) => {
      const today = dateIn(now, NEW_YORK)
      const counts = await countOpenWorkItems(deps.database.db, { today, now, portfolioId })
      return ok({ kinds: counts.map((count) => ({ ...count, firstDue: formatLocalDate(count.firstDue) })) })
    }),
    operationsRoute(showWorkItemCall, async ({ params, now }) => {
      const item = await findWorkItem(deps.database.db, params.workItemNo)
      return item === undefined ? refuse('notFound') : ok(await itemView(deps, deps.database.db, item, now))
    }),
    operationsRoute(takeWorkItemCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const taken = await take(unit, { ...body, by: actorName(actor) })
        return taken.ok ? ok(await itemView(deps, unit.tx, taken.value, unit.now)) : taken
      }),
    ),
    operationsRoute(releaseWorkItemCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const released = await release(unit, body.workItemNo, actorName(actor))
        return released.ok ? ok(await itemView(deps, unit.tx, released.value, unit.now)) : released
      }),
    ),
    operationsRoute(takeNextWorkItemCall, ({ body: { kind, portfolioId }, actor, write }) =>
      write(async (unit) => {
        const portfolioIds = portfolioId === undefined ? ownPortfolios(actor) : [portfolioId]
        const taken = await takeNext(unit, { portfolioIds, kind }, actorName(actor))
        return ok({ item: taken === undefined ? null : await itemView(deps, unit.tx, taken, unit.now) })
      }),
    ),
    operationsRoute(closeWorkItemCall, ({ body, actor, write }) =>
      write((unit) => done(deps, unit, causes, { ...body, actor: actorName(actor) })),
    ),
    operationsRoute(putOffWorkItemCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const rests = await putOff(deps, unit, { ...body, by: actorName(actor) })
        return rests.ok ? ok(await itemView(deps, unit.tx, rests.value, unit.now)) : rests
      }),
    ),
  ]
}

type Head = CallReply<typeof listWorkItemCall>['items'][number]

const TABLE: readonly (readonly [string, (item: Head) => string | number | boolean | null])[] = [
  ['Item', ({ workItemNo }) => workItemNo],
  ['Kind', ({ kind }) => kind],
  ['Portfolio', ({ portfolioId }) => portfolioId],
  ['Loan', ({ loanNo }) => loanNo],
  ['Reason', ({ reason }) => reason],
  ['Since', ({ since }) => since],
  ['Due', ({ due }) => due],
  ['Rests until', ({ sleepsUntil }) => sleepsUntil],
  ['Overdue', ({ overdue }) => overdue],
  ['Taken by', ({ takenBy }) => takenBy?.name ?? null],
  ['Closed', ({ closedAt }) => closedAt],
]

/** Where an employee may own work items; those of the whole server belong to who may in every portfolio. */
const ownPortfolios = ({ roles, day }: EmployeeActor): PortfolioScope =>
  scopeOf(roles, { permission: 'workItem.own', day }, ['may'])

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
  const found = await listWorkItems(db, { ...filters, state, now, after: last, limit: PAGE + 1 })
  const items = found.slice(0, PAGE)
  return {
    items: await headViews(deps, db, items, now),
    after: found.length > PAGE ? (items.at(-1)?.workItemNo ?? null) : null,
  }
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
): Promise<Result<ItemView>> {
  const item = await findWorkItem(unit.tx, workItemNo)
  if (item === undefined) return refuse('notFound')
  if (item.closedAt !== null) return refuse('workItemOver')
  const free = await refuseIfHeld(unit, item, actor)
  if (!free.ok) return free
  if (WORK_ITEM_RULES[item.kind].holdsDebits) return refuse('workItemTakesTwo')
  if (hasCause(item.kind) && (await causes[item.kind](unit.tx, item))) return refuse('workItemCauseOpen')
  const { portfolioId, kind, subject } = item
  const [closed] = await closeWorkItems(unit, { portfolioId, kind, subject }, { by: actor, reason })
  return closed === undefined ? refuse('workItemOver') : ok(await itemView(deps, unit.tx, closed, unit.now))
}

const hasCause = (kind: WorkItemKind): kind is KindWithCause => canBePutOff(kind)
