import { linkedPair } from '@dolphin/domain/staff/linked-accounts'
import { and, asc, eq, isNull, ne, or } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { employeeBrowsers, employeeLinks } from '../schema/staff.ts'

/** Two accounts that may be of one person. */
export type AccountLink = typeof employeeLinks.$inferSelect

/** Notes that an employee enrolled or signed in at a browser; answers who else did there. */
export async function noteBrowser(
  executor: Executor,
  { markHash, employeeId }: { readonly markHash: string; readonly employeeId: string },
  at: Date,
): Promise<string[]> {
  await executor
    .insert(employeeBrowsers)
    .values({ markHash, employeeId, firstAt: at, lastAt: at })
    .onConflictDoUpdate({
      target: [employeeBrowsers.markHash, employeeBrowsers.employeeId],
      set: { lastAt: at },
    })
  const others = await executor
    .select({ employeeId: employeeBrowsers.employeeId })
    .from(employeeBrowsers)
    .where(and(eq(employeeBrowsers.markHash, markHash), ne(employeeBrowsers.employeeId, employeeId)))
    .orderBy(asc(employeeBrowsers.employeeId))
  return others.map((one) => one.employeeId)
}

/** Links two accounts; false where the same was found of them before, lifted or not. */
export async function insertLink(
  executor: Executor,
  link: Pick<AccountLink, 'linkNo' | 'finding' | 'foundAt'>,
  between: readonly [string, string],
): Promise<boolean> {
  const [one, other] = linkedPair(...between)
  const added = await executor
    .insert(employeeLinks)
    .values({ ...link, one, other })
    .onConflictDoNothing()
    .returning({ linkNo: employeeLinks.linkNo })
  return added.length === 1
}

/** Links that stand: of one employee, or of all. */
export async function listLinks(executor: Executor, employeeId?: string): Promise<AccountLink[]> {
  return await executor
    .select()
    .from(employeeLinks)
    .where(
      and(
        isNull(employeeLinks.liftedAt),
        employeeId === undefined
          ? undefined
          : or(eq(employeeLinks.one, employeeId), eq(employeeLinks.other, employeeId)),
      ),
    )
    .orderBy(asc(employeeLinks.foundAt), asc(employeeLinks.linkNo))
}

/** Whom an employee is linked with. */
export async function listLinkedTo(executor: Executor, employeeId: string): Promise<string[]> {
  const links = await listLinks(executor, employeeId)
  return [...new Set(links.map(({ one, other }) => (one === employeeId ? other : one)))]
}

export async function findLink(executor: Executor, linkNo: string): Promise<AccountLink | undefined> {
  const [row] = await executor.select().from(employeeLinks).where(eq(employeeLinks.linkNo, linkNo))
  return row
}

/** Lifts a link; false where it was lifted. */
export async function liftLink(
  executor: Executor,
  linkNo: string,
  { enteredBy, by, at }: { readonly enteredBy: string; readonly by: string; readonly at: Date },
): Promise<boolean> {
  const lifted = await executor
    .update(employeeLinks)
    .set({ liftEnteredBy: enteredBy, liftedBy: by, liftedAt: at })
    .where(and(eq(employeeLinks.linkNo, linkNo), isNull(employeeLinks.liftedAt)))
    .returning({ linkNo: employeeLinks.linkNo })
  return lifted.length === 1
}
