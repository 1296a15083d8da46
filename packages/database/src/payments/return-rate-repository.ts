import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { TransactionMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { sql } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'

/** Days from and to included. */
export interface DayRange {
  readonly from: LocalDate
  readonly to: LocalDate
}

/** ACH debits that reached the bank, by effective date. */
export async function countSentDebits(
  executor: Executor,
  portfolioId: number,
  { from, to }: DayRange,
): Promise<number> {
  const { rows } = await executor.execute<{ count: number }>(sql`
    select count(*)::integer as count from transactions
      where portfolio_id = ${portfolioId} and type = ${TransactionType.debit} and mode = ${TransactionMode.ach} and trace_number is not null
        and effective_date between ${formatLocalDate(from)} and ${formatLocalDate(to)}`)
  return rows[0]?.count ?? 0
}

/** Returns of debits that came in the range, by code. */
export async function countReturnedDebits(
  executor: Executor,
  portfolioId: number,
  { from, to }: DayRange,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await executor.execute<{ return_code: string; count: number }>(sql`
    select return_code, count(*)::integer as count from transactions
      where portfolio_id = ${portfolioId} and type = ${TransactionType.debit} and status = ${TransactionStatus.rejected} and return_code is not null
        and returned_on between ${formatLocalDate(from)} and ${formatLocalDate(to)}
      group by return_code order by return_code`)
  return new Map(rows.map(({ return_code: code, count }) => [code, count]))
}
