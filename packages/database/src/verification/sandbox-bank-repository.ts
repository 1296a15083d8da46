import { eq } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { sandboxBankSessions } from '../schema/verification.ts'

export type SandboxBankSession = typeof sandboxBankSessions.$inferSelect

/** A session of the sandbox bank by its own id. */
export async function findSandboxSession(
  executor: Executor,
  providerSessionId: string,
): Promise<SandboxBankSession | undefined> {
  const [row] = await executor
    .select()
    .from(sandboxBankSessions)
    .where(eq(sandboxBankSessions.providerSessionId, providerSessionId))
  return row
}

/** The session that was opened for a request. */
export async function findSandboxSessionOfRequest(
  executor: Executor,
  requestCode: string,
): Promise<SandboxBankSession | undefined> {
  const [row] = await executor
    .select()
    .from(sandboxBankSessions)
    .where(eq(sandboxBankSessions.requestCode, requestCode))
  return row
}

/** Inserts a session, or replaces the one of that id. */
export async function saveSandboxSession(executor: Executor, session: SandboxBankSession): Promise<void> {
  await executor
    .insert(sandboxBankSessions)
    .values(session)
    .onConflictDoUpdate({ target: sandboxBankSessions.providerSessionId, set: session })
}
