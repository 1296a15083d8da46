import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { and, asc, eq, isNotNull, ne, type SQL } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { isOneOf } from '../driver/one-of.ts'
import { achFiles, dishonoredReturns } from '../schema/ach-file.ts'

/** A return that is, or was, sent back to the bank. */
export type DishonoredReturn = typeof dishonoredReturns.$inferSelect
type State = DishonoredReturn['state']
type Key = Pick<DishonoredReturn, 'portfolioId' | 'dishonorNo'>

/** What tells one return from another. */
export type ReturnIdentity = Pick<
  DishonoredReturn,
  'portfolioId' | 'originalTrace' | 'returnCode' | 'amount' | 'bankTrace' | 'bankDate'
>

const isDishonor = ({ portfolioId, dishonorNo }: Key): SQL | undefined =>
  and(eq(dishonoredReturns.portfolioId, portfolioId), eq(dishonoredReturns.dishonorNo, dishonorNo))

/** Plans a dishonored return; false where the return is, or was, sent back already. */
export async function insertDishonoredReturn(
  executor: Executor,
  planned: Omit<
    DishonoredReturn,
    'state' | 'traceNumber' | 'fileNo' | 'effectiveDate' | 'endedFor' | 'endedAt'
  >,
): Promise<boolean> {
  const added = await executor
    .insert(dishonoredReturns)
    .values({ ...planned, state: 'planned' })
    .onConflictDoNothing()
    .returning({ dishonorNo: dishonoredReturns.dishonorNo })
  return added.length === 1
}

/** What became of a return that was sent back; undefined where it never was, or was dropped before its file. */
export async function findDishonorOf(
  executor: Executor,
  { portfolioId, originalTrace, returnCode, amount, bankTrace, bankDate }: ReturnIdentity,
): Promise<DishonoredReturn | undefined> {
  const [row] = await executor
    .select()
    .from(dishonoredReturns)
    .where(
      and(
        eq(dishonoredReturns.portfolioId, portfolioId),
        eq(dishonoredReturns.originalTrace, originalTrace),
        eq(dishonoredReturns.returnCode, returnCode),
        eq(dishonoredReturns.amount, amount),
        eq(dishonoredReturns.bankTrace, bankTrace),
        eq(dishonoredReturns.bankDate, bankDate),
        ne(dishonoredReturns.state, 'dropped'),
      ),
    )
  return row
}

/** A dishonored return by the trace number that it was sent with, locked. */
export async function lockDishonorByTrace(
  executor: Executor,
  portfolioId: number,
  traceNumber: string,
): Promise<DishonoredReturn | undefined> {
  const [row] = await executor
    .select()
    .from(dishonoredReturns)
    .where(
      and(eq(dishonoredReturns.portfolioId, portfolioId), eq(dishonoredReturns.traceNumber, traceNumber)),
    )
    .for('update')
  return row
}

/** Dishonored returns that wait for a file, the first planned first, locked. */
export async function lockPlannedDishonors(
  executor: Executor,
  portfolioId: number,
  limit: number,
): Promise<DishonoredReturn[]> {
  return await executor
    .select()
    .from(dishonoredReturns)
    .where(and(eq(dishonoredReturns.portfolioId, portfolioId), eq(dishonoredReturns.state, 'planned')))
    .orderBy(asc(dishonoredReturns.dishonorNo))
    .limit(limit)
    .for('update')
}

/** Notes the file that carries a dishonored return; the caller has locked it as planned. */
export async function markDishonorSent(
  executor: Executor,
  key: Key,
  sent: {
    readonly traceNumber: string
    readonly fileNo: string
    readonly effectiveDate: LocalDate
  },
): Promise<void> {
  await executor
    .update(dishonoredReturns)
    .set({ ...sent, state: 'sent' })
    .where(isDishonor(key))
}

/** Ends a dishonored return; false where it is in none of the states given. */
export async function endDishonor(
  executor: Executor,
  key: Key,
  {
    from,
    to,
    reason,
    at,
  }: {
    readonly from: readonly State[]
    readonly to: State
    readonly reason: string | null
    readonly at: Date
  },
): Promise<boolean> {
  const ended = await executor
    .update(dishonoredReturns)
    .set({ state: to, endedFor: reason, endedAt: at })
    .where(and(isDishonor(key), isOneOf(dishonoredReturns.state, from)))
    .returning({ dishonorNo: dishonoredReturns.dishonorNo })
  return ended.length === 1
}

/** Dishonored returns that the bank has and may still contest, with the instant at which their file was transmitted. */
export async function listSentDishonors(
  executor: Executor,
  portfolioId: number,
): Promise<readonly { readonly dishonor: DishonoredReturn; readonly sentAt: Date }[]> {
  const rows = await executor
    .select({ dishonor: dishonoredReturns, sentAt: achFiles.sentAt })
    .from(dishonoredReturns)
    .innerJoin(
      achFiles,
      and(
        eq(achFiles.portfolioId, dishonoredReturns.portfolioId),
        eq(achFiles.fileNo, dishonoredReturns.fileNo),
      ),
    )
    .where(
      and(
        eq(dishonoredReturns.portfolioId, portfolioId),
        eq(dishonoredReturns.state, 'sent'),
        isNotNull(achFiles.sentAt),
      ),
    )
    .orderBy(asc(dishonoredReturns.dishonorNo))
  return rows.flatMap(({ dishonor, sentAt }) => (sentAt === null ? [] : [{ dishonor, sentAt }]))
}
