import { Ticket } from '@dolphin/domain/channel/ticket'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { type SQL, sql } from 'drizzle-orm'
import type { Cents } from '@dolphin/domain/money/cents'
import type { Executor } from '../driver/executor.ts'

/** A signed-in borrower whose pages name the day of the money of an application. */
export interface PromisedBorrower {
  readonly openId: string
  /** What is paid out, or the most that it can be; null where no amount is on offer. */
  readonly amount: Cents | null
}

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
    select open_id, max(coalesce(approved_amount, qualified_maximum))::text as amount from loans
      where portfolio_id = ${portfolioId} and status = ${LoanStatus.originating} and open_id is not null
        and (not ${isApprovedByPerson} or approved_at is not null)
      group by open_id order by open_id`)
  // Loans, sessions and tickets of one customer lie under three keys: each is asked by itself.
  const openIds = sql.param(rows.map(({ open_id: openId }) => openId))
  const signedIn = await openIdsOf(
    executor,
    sql`select distinct open_id from sessions where portfolio_id = ${portfolioId} and open_id = any(${openIds}::text[])
      and ended_at is null and created_at < ${at} and expires_at > ${at}`,
  )
  const told = await openIdsOf(
    executor,
    sql`select distinct open_id from tickets where portfolio_id = ${portfolioId} and open_id = any(${openIds}::text[])
      and ticket = ${Ticket.cutOffTimeExpired} and at >= ${at}`,
  )
  return rows
    .filter(({ open_id: openId }) => signedIn.has(openId) && !told.has(openId))
    .map(({ open_id: openId, amount }) => ({
      openId,
      amount: amount === null ? null : (BigInt(amount) as Cents),
    }))
}

async function openIdsOf(executor: Executor, query: SQL): Promise<ReadonlySet<string>> {
  const { rows } = await executor.execute<{ open_id: string }>(query)
  return new Set(rows.map(({ open_id: openId }) => openId))
}
