import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { employeeTerminals } from '../schema/staff.ts'

/** A terminal that asks to be let in. */
export type TerminalRequest = typeof employeeTerminals.$inferSelect

export async function insertTerminal(
  executor: Executor,
  terminal: Omit<TerminalRequest, 'employeeId' | 'factorId' | 'usedAt'>,
): Promise<void> {
  await executor.insert(employeeTerminals).values(terminal)
}

/** The request behind the code that a terminal shows, while it waits. */
export async function findWaitingTerminal(
  executor: Executor,
  codeHash: string,
  at: Date,
): Promise<TerminalRequest | undefined> {
  const [row] = await executor
    .select()
    .from(employeeTerminals)
    .where(
      and(
        eq(employeeTerminals.codeHash, codeHash),
        isNull(employeeTerminals.employeeId),
        gt(employeeTerminals.expiresAt, at),
      ),
    )
  return row
}

/** Lets a terminal in for an employee; false where the code is unknown, answered or has expired. */
export async function letTerminalIn(
  executor: Executor,
  codeHash: string,
  who: { readonly employeeId: string; readonly factorId: string; readonly at: Date },
): Promise<boolean> {
  const { employeeId, factorId, at } = who
  const admitted = await executor
    .update(employeeTerminals)
    .set({ employeeId, factorId })
    .where(
      and(
        eq(employeeTerminals.codeHash, codeHash),
        isNull(employeeTerminals.employeeId),
        gt(employeeTerminals.expiresAt, at),
      ),
    )
    .returning({ codeHash: employeeTerminals.codeHash })
  return admitted.length === 1
}

/** How a terminal's request stands, by the secret that it holds. */
export async function findTerminal(
  executor: Executor,
  deviceHash: string,
): Promise<TerminalRequest | undefined> {
  const [row] = await executor
    .select()
    .from(employeeTerminals)
    .where(eq(employeeTerminals.deviceHash, deviceHash))
  return row
}

/** Uses a request up; false where it was used: one request makes one session. */
export async function useTerminal(executor: Executor, deviceHash: string, at: Date): Promise<boolean> {
  const used = await executor
    .update(employeeTerminals)
    .set({ usedAt: at })
    .where(and(eq(employeeTerminals.deviceHash, deviceHash), isNull(employeeTerminals.usedAt)))
    .returning({ deviceHash: employeeTerminals.deviceHash })
  return used.length === 1
}
