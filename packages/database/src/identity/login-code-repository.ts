import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { Owner } from '../driver/owner.ts'
import { loginCodes, trustedDevices } from '../schema/session.ts'

export type LoginCode = typeof loginCodes.$inferSelect
export type NewLoginCode = Omit<typeof loginCodes.$inferInsert, 'tries' | 'sent' | 'usedAt'>

/** What came of typing a code. `spent`: too many tries, too late, used before, or no such flow. */
export type CodeTry = 'right' | 'wrong' | 'spent'

/** Remembers a code that is about to be sent. */
export async function insertLoginCode(executor: Executor, code: NewLoginCode): Promise<void> {
  await executor.insert(loginCodes).values(code)
}

/** The code of a flow, whatever its state. */
export async function findLoginCode(executor: Executor, flowId: string): Promise<LoginCode | undefined> {
  const [row] = await executor.select().from(loginCodes).where(eq(loginCodes.flowId, flowId))
  return row
}

/**
 * Counts a try and judges it. The count is taken first, in one statement, so that parallel guesses cannot
 * share a try: after `maxTries` even the right code is refused. The transaction must commit on `wrong` too.
 */
export async function tryLoginCode(
  executor: Executor,
  { flowId, codeHash, maxTries }: { flowId: string; codeHash: string; maxTries: number },
  at: Date,
): Promise<CodeTry> {
  const [counted] = await executor
    .update(loginCodes)
    .set({ tries: sql`${loginCodes.tries} + 1` })
    .where(
      and(
        eq(loginCodes.flowId, flowId),
        lt(loginCodes.tries, maxTries),
        gt(loginCodes.expiresAt, at),
        isNull(loginCodes.usedAt),
      ),
    )
    .returning({ codeHash: loginCodes.codeHash })
  if (!counted) return 'spent'
  if (counted.codeHash !== codeHash) return 'wrong'
  await executor.update(loginCodes).set({ usedAt: at }).where(eq(loginCodes.flowId, flowId))
  return 'right'
}

/**
 * Counts a try at a flow whose code is judged elsewhere (an authenticator's); false when it is spent. Taken before
 * the code is looked at, like tryLoginCode.
 */
export async function countCodeTry(
  executor: Executor,
  { flowId, maxTries }: { flowId: string; maxTries: number },
  at: Date,
): Promise<boolean> {
  const counted = await executor
    .update(loginCodes)
    .set({ tries: sql`${loginCodes.tries} + 1` })
    .where(
      and(
        eq(loginCodes.flowId, flowId),
        lt(loginCodes.tries, maxTries),
        gt(loginCodes.expiresAt, at),
        isNull(loginCodes.usedAt),
      ),
    )
    .returning({ flowId: loginCodes.flowId })
  return counted.length === 1
}

/** Ends a flow whose code was right. */
export async function spendLoginCode(executor: Executor, flowId: string, at: Date): Promise<void> {
  await executor.update(loginCodes).set({ usedAt: at }).where(eq(loginCodes.flowId, flowId))
}

/** Replaces the code of a flow by a fresh one; false once `maxSent` have been sent or it is used. */
export async function renewLoginCode(
  executor: Executor,
  {
    flowId,
    codeHash,
    sentBy,
    contactType,
    expiresAt,
    maxSent,
  }: Pick<LoginCode, 'flowId' | 'codeHash' | 'sentBy' | 'contactType' | 'expiresAt'> & { maxSent: number },
): Promise<boolean> {
  const renewed = await executor
    .update(loginCodes)
    .set({ codeHash, sentBy, contactType, expiresAt, sent: sql`${loginCodes.sent} + 1` })
    .where(and(eq(loginCodes.flowId, flowId), lt(loginCodes.sent, maxSent), isNull(loginCodes.usedAt)))
    .returning({ flowId: loginCodes.flowId })
  return renewed.length === 1
}

/** A device from which a customer signed in. */
interface NewDevice {
  readonly deviceHash: string
  readonly trusted: boolean
  readonly at: Date
  readonly expiresAt: Date
}

/** Knows a device until it expires; `trusted` spares it the code. */
export async function knowDevice(
  executor: Executor,
  { portfolioId, openId }: Owner,
  { deviceHash, trusted, at, expiresAt }: NewDevice,
): Promise<void> {
  await executor
    .insert(trustedDevices)
    .values({ portfolioId, openId, deviceHash, trusted, trustedAt: at, expiresAt })
    .onConflictDoUpdate({
      target: [trustedDevices.portfolioId, trustedDevices.openId, trustedDevices.deviceHash],
      set: { trusted, trustedAt: at, expiresAt },
    })
}

/** Whether the customer has signed in on this device before; undefined: never. */
export async function findDevice(
  executor: Executor,
  { portfolioId, openId }: Owner,
  deviceHash: string,
  at: Date,
): Promise<{ readonly trusted: boolean } | undefined> {
  const [found] = await executor
    .select({ trusted: trustedDevices.trusted })
    .from(trustedDevices)
    .where(
      and(
        eq(trustedDevices.portfolioId, portfolioId),
        eq(trustedDevices.openId, openId),
        eq(trustedDevices.deviceHash, deviceHash),
        gt(trustedDevices.expiresAt, at),
      ),
    )
  return found
}

/** Asks every device of the customer for a code again, and still knows them. */
export async function distrustDevices(executor: Executor, { portfolioId, openId }: Owner): Promise<void> {
  await executor
    .update(trustedDevices)
    .set({ trusted: false })
    .where(and(eq(trustedDevices.portfolioId, portfolioId), eq(trustedDevices.openId, openId)))
}

/** Knows no device of the customer any more. */
export async function forgetDevices(executor: Executor, { portfolioId, openId }: Owner): Promise<void> {
  await executor
    .delete(trustedDevices)
    .where(and(eq(trustedDevices.portfolioId, portfolioId), eq(trustedDevices.openId, openId)))
}
