import type { Ticket } from '@dolphin/domain/channel/ticket'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import { notify } from '../driver/open.ts'
import type { Owner } from '../driver/owner.ts'
import { ticketCounters, tickets } from '../schema/message.ts'

/** Something that happened, for the open pages of one customer. */
export interface StoredTicket {
  /** 1, 2, 3 … within the customer, in the order of commits. */
  readonly id: number
  readonly ticket: Ticket
  readonly data: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** Notification channel on which nodes hear that a customer has a new ticket; see ticketPayload. */
export const TICKET_CHANNEL = 'dolphin_tickets'

/** What is notified: whose ticket, and its id; nothing else leaves the table. */
const ticketPayload = ({ portfolioId, openId }: Owner, id: number): string => `${portfolioId}/${id}/${openId}`

/** Reads what ticketPayload wrote; undefined for anything else. */
export function parseTicketPayload(payload: string): (Owner & { readonly id: number }) | undefined {
  const [portfolioId, id, ...rest] = payload.split('/')
  const openId = rest.join('/')
  if (!/^\d+$/.test(portfolioId ?? '') || !/^\d+$/.test(id ?? '') || openId === '') return undefined
  return { portfolioId: Number(portfolioId), openId, id: Number(id) }
}

/** A ticket as it is posted. */
interface NewTicket {
  readonly ticket: Ticket
  readonly data: StoredTicket['data']
  readonly at: Date
}

/** Appends a ticket and tells every node once the transaction commits; answers the ticket's id. */
export async function appendTicket(
  executor: Executor,
  { portfolioId, openId }: Owner,
  { ticket, data, at }: NewTicket,
): Promise<number> {
  const [counter] = await executor
    .insert(ticketCounters)
    .values({ portfolioId, openId, lastId: 1 })
    .onConflictDoUpdate({
      target: [ticketCounters.portfolioId, ticketCounters.openId],
      set: { lastId: sql`${ticketCounters.lastId} + 1` },
    })
    .returning({ lastId: ticketCounters.lastId })
  const id = counter?.lastId ?? 1
  await executor.insert(tickets).values({ portfolioId, openId, id, ticket, data, at })
  await notify(executor, TICKET_CHANNEL, ticketPayload({ portfolioId, openId }, id))
  return id
}

/** A customer's tickets after the last one seen, oldest first. */
export async function listTicketsAfter(
  executor: Executor,
  { portfolioId, openId }: Owner,
  lastTicketId: number,
  limit: number,
): Promise<StoredTicket[]> {
  return await executor
    .select({ id: tickets.id, ticket: tickets.ticket, data: tickets.data, at: tickets.at })
    .from(tickets)
    .where(
      and(eq(tickets.portfolioId, portfolioId), eq(tickets.openId, openId), gt(tickets.id, lastTicketId)),
    )
    .orderBy(asc(tickets.id))
    .limit(limit)
}
