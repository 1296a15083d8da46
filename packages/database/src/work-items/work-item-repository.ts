import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { leasesEndedAt } from '@dolphin/domain/work-items/lease'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import {
  and,
  arrayContains,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { isOneOf } from '../driver/one-of.ts'
import type { LoanKey } from '../driver/owner.ts'
import type { LoanRange } from '../payments/loan-pages.ts'
import { packedRows, queryOneRow } from '../driver/packed-rows.ts'
import { nextNumber } from '../driver/serial.ts'
import { workItems } from '../schema/work-item.ts'

/** What needs a person, or needed one. */
export type WorkItem = typeof workItems.$inferSelect

/** The portfolio of a work item that is of the server as a whole. */
export const WHOLE_SERVER = 0

/** A work item as it is opened. */
export type NewWorkItem = Pick<
  WorkItem,
  'portfolioId' | 'kind' | 'subject' | 'loanNo' | 'concerns' | 'since' | 'due' | 'reason' | 'facts'
>

/** Open: not closed yet. */
export const isOpen = isNull(workItems.closedAt)

/** Opens a work item; returns its number, or undefined where one of its kind and subject is open already. */
export async function insertWorkItem(executor: Executor, item: NewWorkItem): Promise<string | undefined> {
  const workItemNo = await nextNumber(executor, 'workItem', 'W')
  const added = await executor
    .insert(workItems)
    .values({ ...item, workItemNo, concerns: [...item.concerns] })
    .onConflictDoNothing()
    .returning({ workItemNo: workItems.workItemNo })
  return added[0]?.workItemNo
}

/** A work item by its number, open or closed. */
export async function findWorkItem(executor: Executor, workItemNo: string): Promise<WorkItem | undefined> {
  const [row] = await executor.select().from(workItems).where(eq(workItems.workItemNo, workItemNo))
  return row
}

/** Which open work items: of a portfolio and kind, and of one subject or one loan where it is named. */
export interface OpenItems extends Pick<WorkItem, 'portfolioId' | 'kind'> {
  readonly subject?: string
  readonly loanNo?: string
}

const areOpen = ({ portfolioId, kind, subject, loanNo }: OpenItems): SQL | undefined =>
  and(
    isOpen,
    eq(workItems.portfolioId, portfolioId),
    eq(workItems.kind, kind),
    subject === undefined ? undefined : eq(workItems.subject, subject),
    loanNo === undefined ? undefined : eq(workItems.loanNo, loanNo),
  )

/** The open work items of one kind, oldest first. */
export async function listOpenWorkItems(executor: Executor, which: OpenItems): Promise<WorkItem[]> {
  return await executor.select().from(workItems).where(areOpen(which)).orderBy(asc(workItems.workItemNo))
}

/** The open work items whose facts name an entry of a file of the bank, whichever portfolio they wait in. */
export async function listOpenItemsOfEntry(
  executor: Executor,
  kinds: readonly WorkItemKind[],
  { sha256, line }: { readonly sha256: string; readonly line: number },
): Promise<WorkItem[]> {
  const names = sql`${workItems.facts} @> ${JSON.stringify({ sha256, line })}::jsonb`
  return await executor
    .select()
    .from(workItems)
    .where(and(isOpen, isOneOf(workItems.kind, kinds), names))
    .orderBy(asc(workItems.workItemNo))
}

/** The open work items of one kind about several subjects, in one query. */
export async function listOpenItemsAbout(
  executor: Executor,
  { portfolioIds, kind }: { readonly portfolioIds: readonly number[]; readonly kind: WorkItemKind },
  subjects: readonly string[],
): Promise<WorkItem[]> {
  return await executor
    .select()
    .from(workItems)
    .where(
      and(
        isOpen,
        inArray(workItems.portfolioId, [...portfolioIds]),
        eq(workItems.kind, kind),
        isOneOf(workItems.subject, subjects),
      ),
    )
}

/** Whether a work item of a kind and subject is open. */
export async function hasOpenSubject(executor: Executor, which: OpenItems): Promise<boolean> {
  const rows = await executor
    .select({ workItemNo: workItems.workItemNo })
    .from(workItems)
    .where(areOpen(which))
    .limit(1)
  return rows.length > 0
}

/** The loans in a range that have an open work item of a kind, by number. */
export async function listLoansWithOpenItem(
  executor: Executor,
  which: OpenItems,
  { after, upTo }: LoanRange,
): Promise<string[]> {
  const { loanNo } = workItems
  const rows = await executor
    .selectDistinct({ loanNo })
    .from(workItems)
    .where(and(areOpen(which), gt(loanNo, after), lte(loanNo, upTo)))
    .orderBy(asc(loanNo))
  return rows.map((row) => row.loanNo).filter((one) => one !== null)
}

/** The newest work item of a kind and subject, open or closed. */
export async function findNewestWorkItem(
  executor: Executor,
  { portfolioId, kind, subject }: Pick<WorkItem, 'portfolioId' | 'kind' | 'subject'>,
): Promise<WorkItem | undefined> {
  const [row] = await executor
    .select()
    .from(workItems)
    .where(
      and(eq(workItems.portfolioId, portfolioId), eq(workItems.kind, kind), eq(workItems.subject, subject)),
    )
    .orderBy(desc(workItems.workItemNo))
    .limit(1)
  return row
}

/** Replaces why an open work item is open, and its facts: more of the same has come. */
export async function renewWorkItem(
  executor: Executor,
  which: OpenItems,
  { reason, facts }: Pick<WorkItem, 'reason' | 'facts'>,
): Promise<void> {
  await executor.update(workItems).set({ reason, facts }).where(areOpen(which))
}

/** By whom, when and why a work item is closed. */
export interface Closing {
  readonly by: string
  readonly at: Date
  readonly reason: string
}

/** Closes open work items; returns them as they were. */
export async function closeOpenWorkItems(
  executor: Executor,
  which: OpenItems,
  { by, at, reason }: Closing,
): Promise<WorkItem[]> {
  return await executor
    .update(workItems)
    .set({ closedAt: at, closedBy: by, closedFor: reason })
    .where(areOpen(which))
    .returning()
}

/** A page of work items. */
export interface WorkItemPage {
  readonly portfolioId?: number | undefined
  readonly kind?: WorkItemKind | undefined
  readonly loanNo?: string | undefined
  readonly state: 'open' | 'closed'
  /** Who has an open one at `now`, or had a closed one. */
  readonly takenBy?: string | undefined
  readonly now: Date
  /** Goes on after this item. */
  readonly after?: WorkItem | undefined
  readonly limit: number
}

/** Open items, the earliest due day first, so overdue ones lead; closed ones, the newest first. */
export async function listWorkItems(
  executor: Executor,
  { portfolioId, kind, loanNo, state, takenBy, now, after, limit }: WorkItemPage,
): Promise<WorkItem[]> {
  const filters = [
    portfolioId === undefined ? undefined : eq(workItems.portfolioId, portfolioId),
    kind === undefined ? undefined : eq(workItems.kind, kind),
    loanNo === undefined ? undefined : isAbout(loanNo),
    takenBy === undefined ? undefined : eq(workItems.takenBy, takenBy),
  ]
  if (state === 'closed') {
    return await executor
      .select()
      .from(workItems)
      .where(and(...filters, sql`${workItems.closedAt} is not null`, isBefore(after)))
      .orderBy(desc(workItems.workItemNo))
      .limit(limit)
  }
  return await executor
    .select()
    .from(workItems)
    .where(and(...filters, isOpen, takenBy === undefined ? undefined : isHeld(now), isLater(after)))
    .orderBy(asc(workItems.due), asc(workItems.workItemNo))
    .limit(limit)
}

/** Taken by no one, or so long ago that it is free again. */
export const isFree = (at: Date): SQL | undefined =>
  or(isNull(workItems.takenAt), lte(workItems.takenAt, leasesEndedAt(at)))

/** Not put off, or come back by now. Days are New York's, as in the counts. */
export const isAwake = (at: Date): SQL | undefined =>
  or(isNull(workItems.comesBackOn), lte(workItems.comesBackOn, dateIn(at, NEW_YORK)))

const isHeld = (at: Date): SQL => gt(workItems.takenAt, leasesEndedAt(at))

const isAbout = (loanNo: string): SQL | undefined =>
  or(eq(workItems.loanNo, loanNo), arrayContains(workItems.concerns, [loanNo]))

const isLater = (after: WorkItem | undefined): SQL | undefined =>
  after &&
  or(
    gt(workItems.due, after.due),
    and(eq(workItems.due, after.due), gt(workItems.workItemNo, after.workItemNo)),
  )

const isBefore = (after: WorkItem | undefined): SQL | undefined =>
  after && sql`${workItems.workItemNo} < ${after.workItemNo}`

/** Every work item of a loan, oldest first. */
export async function listWorkItemsOfLoan(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<WorkItem[]> {
  return await executor
    .select()
    .from(workItems)
    .where(and(eq(workItems.portfolioId, portfolioId), isAbout(loanNo)))
    .orderBy(asc(workItems.workItemNo))
}

const openKinds = packedRows(workItems, ['kind', 'loanNo', 'concerns'])

const OPEN_KINDS = `select json_agg(${openKinds.row} order by work_item_no) as open from work_items
  where portfolio_id = $1 and closed_at is null and (loan_no = any($2::text[]) or concerns && $2::text[])`

/** Kinds of open work items that are or may be about loans of a portfolio, by loan. */
export async function listOpenKindsOf(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
): Promise<ReadonlyMap<string, readonly WorkItemKind[]>> {
  if (loanNos.length === 0) return new Map()
  const { open } = await queryOneRow(executor, OPEN_KINDS, [portfolioId, loanNos])
  const rows = openKinds.unpackAll(open)
  const wanted = new Set(loanNos)
  const kinds = new Map<string, WorkItemKind[]>()
  for (const { kind, loanNo, concerns } of rows) {
    for (const about of new Set([...(loanNo === null ? [] : [loanNo]), ...concerns])) {
      if (wanted.has(about)) kinds.set(about, [...(kinds.get(about) ?? []), kind])
    }
  }
  return kinds
}

/** Whether an open work item of one of these kinds is or may be about a loan. */
export async function hasOpenWorkItem(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
  kinds: readonly WorkItemKind[],
): Promise<boolean> {
  const rows = await executor
    .select({ workItemNo: workItems.workItemNo })
    .from(workItems)
    .where(
      and(eq(workItems.portfolioId, portfolioId), isOpen, isOneOf(workItems.kind, kinds), isAbout(loanNo)),
    )
    .limit(1)
  return rows.length > 0
}

/** Open work items of one kind: how many, past their due day, and free to take now; and the earliest due day. */
export interface OpenCount {
  readonly kind: WorkItemKind
  readonly open: number
  readonly overdue: number
  readonly free: number
  readonly firstDue: LocalDate
}

/** Counts open work items by kind, the earliest due first; over all portfolios unless one is named. */
export async function countOpenWorkItems(
  executor: Executor,
  {
    today,
    now,
    portfolioId,
  }: { readonly today: LocalDate; readonly now: Date; readonly portfolioId?: number | undefined },
): Promise<OpenCount[]> {
  const firstDue = sql<LocalDate>`min(${workItems.due})`.mapWith(workItems.due)
  return await executor
    .select({
      kind: workItems.kind,
      open: sql<number>`count(*)::integer`,
      overdue: sql<number>`count(*) filter (where ${workItems.due} < ${workItems.due.mapToDriverValue(today)})::integer`,
      free: sql<number>`count(*) filter (where ${and(isFree(now), isAwake(now))})::integer`,
      firstDue,
    })
    .from(workItems)
    .where(and(isOpen, portfolioId === undefined ? undefined : eq(workItems.portfolioId, portfolioId)))
    .groupBy(workItems.kind)
    .orderBy(asc(firstDue), asc(workItems.kind))
}

/** Work items of some kinds, open or closed, that were opened in a window, oldest first. */
export async function listWorkItemsOpenedBetween(
  executor: Executor,
  kinds: readonly WorkItemKind[],
  {
    portfolioId,
    from,
    to,
    limit,
  }: { readonly portfolioId: number; readonly from: Date; readonly to: Date; readonly limit: number },
): Promise<WorkItem[]> {
  return await executor
    .select()
    .from(workItems)
    .where(
      and(
        eq(workItems.portfolioId, portfolioId),
        isOneOf(workItems.kind, kinds),
        gte(workItems.since, from),
        lt(workItems.since, to),
      ),
    )
    .orderBy(asc(workItems.workItemNo))
    .limit(limit)
}
