import type { CallReply } from '@dolphin/contract/call'
import type { listWorkItemCall, showWorkItemCall } from '@dolphin/contract/work-items'
import type { Executor } from '@dolphin/database/driver/executor'
import { listEmployeeNames } from '@dolphin/database/staff/employee-repository'
import {
  listOpenItemsAbout,
  WHOLE_SERVER,
  type WorkItem,
} from '@dolphin/database/work-items/work-item-repository'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { dateIn, isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { WORK_ITEM_ACTS, type WorkItemKind } from '@dolphin/domain/work-items/codes'
import { holderAt } from '@dolphin/domain/work-items/lease'
import { canBePutOff, isAsleep, lastDayOff } from '@dolphin/domain/work-items/putting-off'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import type { Deps } from '../../deps.ts'
import { employeeIdIn } from '../../http/actor.ts'

type NeededDeps = Pick<Deps, 'portfolios' | 'calendar'>
export type ItemView = CallReply<typeof showWorkItemCall>
type HeadView = CallReply<typeof listWorkItemCall>['items'][number]
type Names = ReadonlyMap<string, string>

/** Work items as a list shows them. */
export async function headViews(
  deps: NeededDeps,
  executor: Executor,
  items: readonly WorkItem[],
  now: Date,
): Promise<HeadView[]> {
  const names = await namesIn(executor, items)
  return items.map((item) => headView(deps, item, names, now))
}

type Taken = Pick<HeadView, 'workItemNo' | 'takenBy'>

/** Rows of a list that wait in work items of one kind. */
interface ListedRows<Row> {
  readonly rows: readonly Row[]
  readonly itemOf: (row: Row) => { readonly kind: WorkItemKind; readonly subject: string }
  readonly now: Date
}

/** The open work item of each row and who has it, in two queries for all of them. */
export async function takenItems<Row extends { readonly portfolioId: number }>(
  deps: NeededDeps,
  executor: Executor,
  { rows, itemOf, now }: ListedRows<Row>,
): Promise<ReadonlyMap<Row, Taken>> {
  const [first] = rows
  if (first === undefined) return new Map()
  const portfolioIds = [...new Set(rows.map(({ portfolioId }) => portfolioId))]
  const subjects = rows.map((row) => itemOf(row).subject)
  const { kind } = itemOf(first)
  const items = await listOpenItemsAbout(executor, { portfolioIds, kind }, subjects)
  const heads = new Map((await headViews(deps, executor, items, now)).map((head) => [head.subject, head]))
  return new Map(
    rows.flatMap((row) => {
      const head = heads.get(itemOf(row).subject)
      return head === undefined ? [] : [[row, head] as const]
    }),
  )
}

/** The item of a row as its list shows it; nulls where none is open. */
export const takenOf = (item: Taken | undefined): { readonly [Key in keyof Taken]: Taken[Key] | null } => ({
  workItemNo: item?.workItemNo ?? null,
  takenBy: item?.takenBy ?? null,
})

const MOST_CONCERNED = 100

/** One work item, whole. */
export async function itemView(
  deps: NeededDeps,
  executor: Executor,
  item: WorkItem,
  now: Date,
): Promise<ItemView> {
  const names = await namesIn(executor, [item])
  const head = headView(deps, item, names, now)
  const { portfolioId, kind, concerns, facts, takenAt, closedAt, closedBy, closedFor } = item
  const { acts, holdsDebits } = WORK_ITEM_RULES[kind]
  const zone = zoneOf(deps, portfolioId)
  const today = dateIn(now, zone)
  const isOfLoan = item.loanNo !== null || concerns.length > 0
  return {
    ...head,
    concerns: concerns.slice(0, MOST_CONCERNED),
    holdsDebits,
    facts,
    acts: acts.filter((act) => act !== 'readLoan' || isOfLoan).map((act) => WORK_ITEM_ACTS[act]),
    takenAt: takenAt === null || head.takenBy === null ? null : isoInZone(takenAt, zone),
    lastOutcome: outcomeView(item, names, zone),
    mayRestUntil:
      closedAt !== null || !canBePutOff(kind)
        ? null
        : formatLocalDate(lastDayOff({ kind, due: item.due, today }, deps.calendar)),
    closedBy: closedBy && (named(names, closedBy)?.name ?? closedBy),
    closedFor,
  }
}

/** The name of an employee whom a work item names; of another actor, what it is called in history. */
export async function nameOf(executor: Executor, actor: string): Promise<string> {
  const employeeId = employeeIdIn(actor)
  if (employeeId === undefined) return actor
  return (await listEmployeeNames(executor, [employeeId])).get(employeeId) ?? employeeId
}

const zoneOf = ({ portfolios }: NeededDeps, portfolioId: number): string =>
  portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK

async function namesIn(executor: Executor, items: readonly WorkItem[]): Promise<Names> {
  const ids = items
    .flatMap(({ takenBy, closedBy, outcomeBy }) => [takenBy, closedBy, outcomeBy])
    .map((actor) => actor && employeeIdIn(actor))
  return await listEmployeeNames(executor, [...new Set(ids.filter((id) => typeof id === 'string'))])
}

function named(names: Names, actor: string | null): HeadView['takenBy'] {
  const employeeId = actor === null ? undefined : employeeIdIn(actor)
  return employeeId === undefined ? null : { employeeId, name: names.get(employeeId) ?? employeeId }
}

function outcomeView(
  { outcome, outcomeNote, outcomeBy, outcomeAt }: WorkItem,
  names: Names,
  zone: string,
): ItemView['lastOutcome'] {
  if (outcome === null || outcomeBy === null || outcomeAt === null) return null
  const by = named(names, outcomeBy)?.name ?? outcomeBy
  return { outcome, note: outcomeNote ?? '', by, at: isoInZone(outcomeAt, zone) }
}

/** The day until which an open item rests; null where it does not. */
export const restsUntil = ({ comesBackOn, closedAt }: WorkItem, today: LocalDate): string | null =>
  closedAt === null && comesBackOn !== null && isAsleep(comesBackOn, today)
    ? formatLocalDate(comesBackOn)
    : null

function headView(deps: NeededDeps, item: WorkItem, names: Names, now: Date): HeadView {
  const { workItemNo, portfolioId, kind, subject, loanNo, since, due, reason, closedAt } = item
  const zone = zoneOf(deps, portfolioId)
  return {
    workItemNo,
    portfolioId: portfolioId === WHOLE_SERVER ? null : portfolioId,
    kind,
    subject,
    loanNo,
    since: isoInZone(since, zone),
    due: formatLocalDate(due),
    sleepsUntil: restsUntil(item, dateIn(now, zone)),
    overdue: closedAt === null && due < dateIn(now, zone),
    reason,
    takenBy: named(names, closedAt === null ? holderAt(item, now) : item.takenBy),
    closedAt: closedAt === null ? null : isoInZone(closedAt, zone),
  }
}
