import { and, asc, count, eq } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { savedViews } from '../schema/staff.ts'

/** A filter of a list that an employee named. */
export type SavedView = typeof savedViews.$inferSelect
type ViewKey = Pick<SavedView, 'employeeId' | 'list' | 'name'>

const isView = ({ employeeId, list, name }: ViewKey) =>
  and(eq(savedViews.employeeId, employeeId), eq(savedViews.list, list), eq(savedViews.name, name))

/** The views of an employee, by list and name. */
export async function listSavedViews(executor: Executor, employeeId: string): Promise<SavedView[]> {
  return await executor
    .select()
    .from(savedViews)
    .where(eq(savedViews.employeeId, employeeId))
    .orderBy(asc(savedViews.list), asc(savedViews.name))
}

/** How many views an employee has of a list. */
export async function countSavedViews(
  executor: Executor,
  { employeeId, list }: Pick<ViewKey, 'employeeId' | 'list'>,
): Promise<number> {
  const [row] = await executor
    .select({ views: count() })
    .from(savedViews)
    .where(and(eq(savedViews.employeeId, employeeId), eq(savedViews.list, list)))
  return row?.views ?? 0
}

/** Adds a view; false, and nothing stored, where the employee has one of this name. */
export async function insertSavedView(executor: Executor, view: SavedView): Promise<boolean> {
  const added = await executor
    .insert(savedViews)
    .values(view)
    .onConflictDoNothing()
    .returning({ name: savedViews.name })
  return added.length === 1
}

/** Gives a view another name; false where there is none of the former name. The new name is free. */
export async function renameSavedView(executor: Executor, key: ViewKey, name: string): Promise<boolean> {
  const renamed = await executor
    .update(savedViews)
    .set({ name })
    .where(isView(key))
    .returning({ name: savedViews.name })
  return renamed.length === 1
}

/** Takes a view away; one that is gone already stays so. */
export async function deleteSavedView(executor: Executor, key: ViewKey): Promise<void> {
  await executor.delete(savedViews).where(isView(key))
}
