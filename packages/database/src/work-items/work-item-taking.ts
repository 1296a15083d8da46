import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import type { WorkOutcome } from '@dolphin/domain/work-items/putting-off'
import { and, asc, eq, inArray, or } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { workItems } from '../schema/work-item.ts'
import { type Closing, isAwake, isFree, isOpen, type WorkItem } from './work-item-repository.ts'

/** Who takes a work item, and when. */
export interface Taking extends Pick<Closing, 'by' | 'at'> {
  /** From the one who has it, too. */
  readonly takeOver?: boolean
}

/**
 * Holds an open item for an employee, or renews that; returns it as it is then, undefined where it is closed or
 * another has it.
 */
export async function takeWorkItem(
  executor: Executor,
  { portfolioId, workItemNo }: Pick<WorkItem, 'portfolioId' | 'workItemNo'>,
  { by, at, takeOver = false }: Taking,
): Promise<WorkItem | undefined> {
  const [taken] = await executor
    .update(workItems)
    .set({ takenBy: by, takenAt: at })
    .where(
      and(
        isOpen,
        eq(workItems.portfolioId, portfolioId),
        eq(workItems.workItemNo, workItemNo),
        takeOver ? undefined : or(eq(workItems.takenBy, by), isFree(at)),
      ),
    )
    .returning()
  return taken
}

/** Frees an open item that an employee has; returns it as it is then, undefined where they do not have it. */
export async function releaseWorkItem(
  executor: Executor,
  { portfolioId, workItemNo }: Pick<WorkItem, 'portfolioId' | 'workItemNo'>,
  by: string,
): Promise<WorkItem | undefined> {
  const [released] = await executor
    .update(workItems)
    .set({ takenBy: null, takenAt: null })
    .where(
      and(
        isOpen,
        eq(workItems.portfolioId, portfolioId),
        eq(workItems.workItemNo, workItemNo),
        eq(workItems.takenBy, by),
      ),
    )
    .returning()
  return released
}

/** Which free items an employee may be handed: of these portfolios, and of one kind where it is named. */
export interface NextItem {
  readonly portfolioIds: 'all' | readonly number[]
  readonly kind?: WorkItemKind | undefined
}

/** What was done about an open item, and the day on which it comes back. */
export interface PuttingOff extends Pick<Closing, 'by' | 'at'> {
  readonly outcome: WorkOutcome
  readonly note: string
  readonly comesBackOn: LocalDate
  readonly due: LocalDate
}

/** Puts an open item off to a day and frees it; returns it as it is then, undefined where it is closed. */
export async function putOffWorkItem(
  executor: Executor,
  { portfolioId, workItemNo }: Pick<WorkItem, 'portfolioId' | 'workItemNo'>,
  { by, at, outcome, note, comesBackOn, due }: PuttingOff,
): Promise<WorkItem | undefined> {
  const [rests] = await executor
    .update(workItems)
    .set({
      comesBackOn,
      due,
      outcome,
      outcomeNote: note,
      outcomeBy: by,
      outcomeAt: at,
      takenBy: null,
      takenAt: null,
    })
    .where(and(isOpen, eq(workItems.portfolioId, portfolioId), eq(workItems.workItemNo, workItemNo)))
    .returning()
  return rests
}

/**
 * Hands the free open item that is due first and not put off to an employee; undefined where there is none. Takes its
 * row lock, passing over those that others are taking, so call it inside a transaction.
 */
export async function takeNextWorkItem(
  executor: Executor,
  { portfolioIds, kind }: NextItem,
  { by, at }: Pick<Closing, 'by' | 'at'>,
): Promise<WorkItem | undefined> {
  const [next] = await executor
    .select({ portfolioId: workItems.portfolioId, workItemNo: workItems.workItemNo })
    .from(workItems)
    .where(
      and(
        isOpen,
        isFree(at),
        isAwake(at),
        portfolioIds === 'all' ? undefined : inArray(workItems.portfolioId, [...portfolioIds]),
        kind === undefined ? undefined : eq(workItems.kind, kind),
      ),
    )
    .orderBy(asc(workItems.due), asc(workItems.workItemNo))
    .limit(1)
    .for('update', { skipLocked: true })
  return next && (await takeWorkItem(executor, next, { by, at }))
}
