import { sql } from 'drizzle-orm'
import type { Cents } from '@dolphin/domain/money/cents'
import type { Executor } from '../driver/executor.ts'

/** A signed-in borrower whose pages name the day of the money of an application. */
export interface PromisedBorrower {
  readonly openId: string
  /** What is paid out, or the most that it can be; null where no amount is on offer. */
  readonly amount: Cents | null
}

/** LoanStatus.originating: the page names a day that no credit is planned for yet. */
const ORIGINATING = 102
/** Ticket.cutOffTimeExpired. */
const CUT_OFF_EXPIRED = 3002

/**
 * Borrowers of a portfolio who were signed in as a cut-off passed, with an application whose day it may have taken
 * away, and who have had no ticket 3002 since. Where a person approves, only applications that are approved have a day.
 */
export async function listPromisedBorrowers(
  executor: Executor,
  portfolioId: number,
  { cutOffAt, isApprovedByPerson }: { readonly cutOffAt: Date; readonly isApprovedByPerson: boolean },
): Promise<PromisedBorrower[]> {
  const at = cutOffAt.toISOString()
  const { rows } = await executor.execute<{ open_id: string; amount: string | null }>(sql`
    select l.open_id, max(coalesce(l.approved_amount, l.qualified_maximum))::text as amount from loans l
      where l.portfolio_id = ${portfolioId} and l.status = ${ORIGINATING}
        and (not ${isApprovedByPerson} or l.approved_at is not null)
        and exists (select from sessions s where s.portfolio_id = l.portfolio_id and s.open_id = l.open_id
          and s.ended_at is null and s.created_at < ${at} and s.expires_at > ${at})
        and not exists (select from tickets t where t.portfolio_id = l.portfolio_id and t.open_id = l.open_id
          and t.ticket = ${CUT_OFF_EXPIRED} and t.at >= ${at})
      group by l.open_id order by l.open_id`)
  return rows.map(({ open_id: openId, amount }) => ({
    openId,
    amount: amount === null ? null : (BigInt(amount) as Cents),
  }))
}
