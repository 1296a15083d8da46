import type { Executor } from '../driver/executor.ts'
import type { Owner } from '../driver/owner.ts'
import { packedRows, queryOneRow } from '../driver/packed-rows.ts'
import { tickets } from '../schema/message.ts'
import type { StoredTicket } from './ticket-repository.ts'

/** What a page that comes back has missed, as it was at one instant. */
export interface MissedTickets {
  /** The id of the customer's newest ticket; 0 before the first. */
  readonly newest: number
  /** Oldest first. */
  readonly missed: readonly StoredTicket[]
}

const stored = packedRows(tickets, ['id', 'ticket', 'data', 'at'])

const MISSED = `select last_id::text as newest,
  (select json_agg(${stored.row} order by id) from
    (select * from tickets where portfolio_id = $1 and open_id = $2 and id > $3::bigint order by id limit $4) tickets
  ) as missed
  from ticket_counters where portfolio_id = $1 and open_id = $2`

/**
 * A customer's newest ticket, and those after the last one that a page has seen, in one round trip; null has seen
 * everything until now.
 */
export async function missedTickets(
  executor: Executor,
  { portfolioId, openId }: Owner,
  lastSeen: number | null,
  limit: number,
): Promise<MissedTickets> {
  const row = await queryOneRow(executor, MISSED, [portfolioId, openId, lastSeen, limit])
  return { newest: Number(row.newest ?? 0), missed: stored.unpackAll(row.missed) }
}
