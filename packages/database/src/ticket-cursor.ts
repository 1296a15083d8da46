import { and, eq } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import type { Owner } from './owner.ts'
import { ticketCounters } from './schema/message.ts'

/** The id of a customer's newest ticket; 0 before the first. Where a page that has just read everything begins. */
export async function newestTicketId(executor: Executor, { portfolioId, openId }: Owner): Promise<number> {
  const [row] = await executor
    .select({ lastId: ticketCounters.lastId })
    .from(ticketCounters)
    .where(and(eq(ticketCounters.portfolioId, portfolioId), eq(ticketCounters.openId, openId)))
  return row?.lastId ?? 0
}
