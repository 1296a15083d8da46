import { TransactionPurpose, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { Executor } from '../driver/executor.ts'
import {
  ALL_TRANSACTIONS,
  accountTransactions,
  type AccountTransaction,
  accountColumns,
  accountOfRow,
  type LoanAccountRows,
  OF_LOAN,
  THE_LOAN,
} from '../servicing/loan-account-rows-repository.ts'
import {
  type EligibilityResultRow,
  eligibilityResults,
  type LoanStanding,
  standingColumns,
  standingOf,
} from './loan-standing-columns.ts'
import type { Loan } from './loan-repository.ts'
import type { Owner } from '../driver/owner.ts'
import { packedRows, queryWrittenRow, type WrittenRow } from '../driver/packed-rows.ts'
import { loans } from '../schema/loan.ts'
import { openItemsColumn, openItemsOf } from '../work-items/open-items-column.ts'
import type { WorkItem } from '../work-items/work-item-repository.ts'

/** Which transactions come with a loan: every one, or all but old ones that came back and say nothing of the debt. */
type TransactionRange = 'all' | 'newest'

/** Done or come back: they go no further by themselves. */
export const ENDED_STATUSES: readonly number[] = [
  TransactionStatus.checked,
  TransactionStatus.rejected,
  TransactionStatus.pastDue,
]

/** So many ended transactions come at least; some months of a loan on which many payments come back. */
export const NEWEST_ENDED = 30

/** All that a page shows of a live loan, as it was at one instant. */
export interface LoanPageRows extends LoanStanding {
  readonly loan: Loan
  /** Undefined without a plan. */
  readonly accountRows: LoanAccountRows<AccountTransaction> | undefined
  /** Of all transactions, those that did not come included. */
  readonly transactionCount: number
  /** Of each transaction whose last eligibility result is blocked: that result. */
  readonly ineligibleResults: readonly EligibilityResultRow[]
  /** Of open work items that are or may be about the loan. */
  readonly openItems: readonly Pick<WorkItem, 'kind'>[]
}

/** The page of a loan as the database wrote it; what it shows can be known by its texts without being read. */
export interface WrittenLoanPage extends Pick<WrittenRow, 'texts'> {
  readonly read: () => LoanPageRows
}

const owned = packedRows(loans)
const LOST = `(${TransactionStatus.rejected}, ${TransactionStatus.pastDue})`

/**
 * A debit that is lost says something of the schedule only where it is the newest of its installment, and is shown
 * only while it is among the newest. Whole days come, so a few more may come than are shown.
 */
const NEWEST_TRANSACTIONS = `transactions
  left join (select installment_number as of_installment, max(created_at) as newest from transactions
    where ${OF_LOAN} and type = ${TransactionType.debit}
      and not (purpose = '${TransactionPurpose.payNow}' and status in ${LOST}) group by 1) debits on of_installment = installment_number
  where ${OF_LOAN} and (type <> ${TransactionType.debit} or status not in ${LOST} or created_at = newest
    or effective_date >= coalesce((select effective_date from transactions
      where ${OF_LOAN} and status in (${ENDED_STATUSES.join(', ')})
      order by effective_date desc offset ${NEWEST_ENDED - 1} limit 1), '-infinity'))`

const pageText = (transactionsFrom: string): string => `select ${owned.row} as loan,
  ${accountColumns(accountTransactions, transactionsFrom)},
  (select count(*)::integer from transactions where ${OF_LOAN}) as transaction_count,
  ${standingColumns(OF_LOAN)},
  (select json_agg(${eligibilityResults.row}) from guard_decisions
    where ${OF_LOAN} and not allowed and transaction_no is not null and not exists (
      select 1 from guard_decisions later where later.portfolio_id = $1 and later.loan_no = $2
        and later.customer_key = loans.customer_key
        and later.transaction_no = guard_decisions.transaction_no
        and (later.at, later.decision_no) > (guard_decisions.at, guard_decisions.decision_no))) as denials,
  ${openItemsColumn}
  from loans where ${THE_LOAN} and open_id = $3`

const PAGES: Readonly<Record<TransactionRange, string>> = {
  all: pageText(ALL_TRANSACTIONS),
  newest: pageText(NEWEST_TRANSACTIONS),
}

/** A customer's own loan with all that its page shows, in one round trip; undefined for any other's. */
export async function findLoanPage(
  executor: Executor,
  { portfolioId, openId }: Owner,
  loanNo: string,
  reach: TransactionRange,
): Promise<WrittenLoanPage | undefined> {
  const row = await queryWrittenRow(executor, PAGES[reach], [portfolioId, loanNo, openId])
  return row && { texts: row.texts, read: () => pageOf(row.read()) }
}

function pageOf(row: Readonly<Record<string, unknown>>): LoanPageRows {
  return {
    loan: owned.unpack(row.loan),
    accountRows: accountOfRow(row, accountTransactions),
    transactionCount: row.transaction_count as number,
    ...standingOf(row),
    ineligibleResults: eligibilityResults.unpackAll(row.denials),
    openItems: openItemsOf(row),
  }
}
