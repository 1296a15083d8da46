import { sql } from 'drizzle-orm'
import type { Executor } from './executor.ts'
import { isOneOf } from './due-money-repository.ts'
import { transactions } from './schema/payment.ts'
import type { MoneyTransaction } from './transaction-repository.ts'

/**
 * Debits and refunds of these loans that came back from the account that they still use, so that another one is needed:
 * debits with one of the codes, refunds with any. What a person has dealt with (204 or 205 → 203) and what came back
 * before the account changed is not among them.
 */
export async function listReturnsToRepair(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
  debitCodes: readonly string[],
): Promise<MoneyTransaction[]> {
  if (loanNos.length === 0) return []
  return await executor
    .select()
    .from(transactions)
    .where(
      sql`${transactions.portfolioId} = ${portfolioId} and ${isOneOf(transactions.loanNo, loanNos)}
        and ${transactions.status} = -1 and ${transactions.returnCode} is not null
        and (${transactions.type} = 14002
          or (${transactions.type} = 14001 and ${isOneOf(transactions.returnCode, debitCodes)}
            and not exists (select from loan_history h where h.portfolio_id = ${transactions.portfolioId}
              and h.loan_no = ${transactions.loanNo} and h.from_status in (204, 205) and h.to_status = 203
              and h.at > ${transactions.updatedAt})))
        and exists (select from loan_accounts a where a.portfolio_id = ${transactions.portfolioId}
          and a.loan_no = ${transactions.loanNo} and a.account_key = ${transactions.accountKey}
          and a.sequence >= (select max(b.sequence) from loan_accounts b where b.portfolio_id = a.portfolio_id
            and b.loan_no = a.loan_no and b.source <> 'noticeOfChange'))
        and not exists (select from loan_accounts c where c.portfolio_id = ${transactions.portfolioId}
          and c.loan_no = ${transactions.loanNo} and c.ended_at is null
          and c.created_at > ${transactions.updatedAt})`,
    )
    .orderBy(transactions.effectiveDate, transactions.transactionNo)
}
