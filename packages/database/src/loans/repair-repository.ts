import { LoanStatus, OFF_SCHEDULE_STATUSES } from '@dolphin/domain/loans/codes'
import { TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { Executor } from '../driver/executor.ts'
import { packedRows, queryOneRow } from '../driver/packed-rows.ts'
import { transactions } from '../schema/payment.ts'
import type { MoneyTransaction } from '../payments/transaction-repository.ts'

const packed = packedRows(transactions)

const RETURNS = `select json_agg(${packed.row} order by effective_date, transaction_no) as returned from transactions
  where portfolio_id = $1 and loan_no = any($2::text[]) and status = ${TransactionStatus.rejected} and return_code is not null
    and ((type = ${TransactionType.refund} and purpose <> 'reversal')
      or (type = ${TransactionType.debit} and return_code = any($3::text[])
        and not exists (select from loan_history h where h.portfolio_id = transactions.portfolio_id
      and h.customer_key = transactions.customer_key
          and h.loan_no = transactions.loan_no and h.from_status in (${OFF_SCHEDULE_STATUSES.join(', ')})
          and h.to_status = ${LoanStatus.processing}
          and h.at > transactions.updated_at)))
    and exists (select from loan_accounts a where a.portfolio_id = transactions.portfolio_id
      and a.customer_key = transactions.customer_key
      and a.loan_no = transactions.loan_no and a.account_key = transactions.account_key
      and a.sequence >= (select max(b.sequence) from loan_accounts b where b.portfolio_id = a.portfolio_id and b.customer_key = a.customer_key
        and b.loan_no = a.loan_no and b.source not in ('noticeOfChange', 'relinked')))
    and not exists (select from loan_accounts c where c.portfolio_id = transactions.portfolio_id
      and c.customer_key = transactions.customer_key
      and c.loan_no = transactions.loan_no and c.source <> 'relinked'
      and c.created_at > transactions.updated_at)
    and not (return_code = any($4::text[]) and exists (select from loan_accounts d
      where d.portfolio_id = transactions.portfolio_id
      and d.customer_key = transactions.customer_key and d.loan_no = transactions.loan_no and d.ended_at is null
        and (d.link_request_code is not null or d.source = 'relinked' and d.created_at > (
          select min(m.at) from transaction_history m where m.portfolio_id = transactions.portfolio_id
            and m.customer_key = transactions.customer_key
            and m.transaction_no = transactions.transaction_no and m.to_status = ${TransactionStatus.onBatch}))))`

/**
 * Debits and refunds of these loans that came back from the account that they still use, so that another one is needed:
 * debits with one of the codes, refunds with any. What a person has dealt with (put back to processing) and what came back
 * before the account changed is not among them, nor a code that says of a token that it is dead: a new link answers it.
 */
export async function listReturnsToRepair(
  executor: Executor,
  portfolioId: number,
  loanNos: readonly string[],
  { debits, deadToken }: { readonly debits: readonly string[]; readonly deadToken: readonly string[] },
): Promise<MoneyTransaction[]> {
  if (loanNos.length === 0) return []
  const row = await queryOneRow(executor, RETURNS, [portfolioId, loanNos, debits, deadToken])
  return packed.unpackAll(row.returned)
}
