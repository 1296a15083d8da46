import { and, eq, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { employeeMirrors } from '../schema/staff.ts'

/** A view of a customer's own pages that an employee opened. */
export type Mirror = typeof employeeMirrors.$inferSelect

export async function insertMirror(executor: Executor, mirror: Omit<Mirror, 'endedAt'>): Promise<void> {
  await executor.insert(employeeMirrors).values(mirror)
}

/** A view of this employee, also one that is over; undefined for one of another. */
export async function findMirror(
  executor: Executor,
  { employeeId, mirrorNo }: Pick<Mirror, 'employeeId' | 'mirrorNo'>,
): Promise<Mirror | undefined> {
  const [row] = await executor
    .select()
    .from(employeeMirrors)
    .where(and(eq(employeeMirrors.mirrorNo, mirrorNo), eq(employeeMirrors.employeeId, employeeId)))
  return row
}

/** Ends a view of this employee; one that was ended stays as it is. */
export async function endMirror(
  executor: Executor,
  { employeeId, mirrorNo }: Pick<Mirror, 'employeeId' | 'mirrorNo'>,
  at: Date,
): Promise<void> {
  await executor
    .update(employeeMirrors)
    .set({ endedAt: at })
    .where(
      and(
        eq(employeeMirrors.mirrorNo, mirrorNo),
        eq(employeeMirrors.employeeId, employeeId),
        isNull(employeeMirrors.endedAt),
      ),
    )
}
