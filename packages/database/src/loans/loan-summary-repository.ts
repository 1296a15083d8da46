import type { StoredDocument } from '../documents/document-repository.ts'
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
import type { Loan } from './loan-repository.ts'
import { type LoanStanding, standingColumns, standingOf } from './loan-standing-columns.ts'
import type { Owner } from '../driver/owner.ts'
import { packedRows, queryWrittenRow, type WrittenRow } from '../driver/packed-rows.ts'
import { openItemsColumn, openItemsOf } from '../work-items/open-items-column.ts'
import type { WorkItem } from '../work-items/work-item-repository.ts'
import { loans } from '../schema/loan.ts'
import { documents } from '../schema/signing.ts'

/** All that a list shows of a live loan, as it was at one instant. */
export interface LoanSummaryRows extends LoanStanding {
  readonly loan: Loan
  /** Undefined without a plan. */
  readonly accountRows: LoanAccountRows<AccountTransaction> | undefined
  /** Newest first. */
  readonly documents: readonly StoredDocument[]
  /** Of open work items that are or may be about the loan. */
  readonly openItems: readonly Pick<WorkItem, 'kind'>[]
}

/** A loan of a list as the database wrote it; what it shows can be known by its texts without being read. */
export interface WrittenLoanSummary extends Pick<WrittenRow, 'texts'> {
  readonly read: () => LoanSummaryRows
}

const owned = packedRows(loans)
const stored = packedRows(documents)

const SUMMARY = `select ${owned.row} as loan, ${accountColumns(accountTransactions, ALL_TRANSACTIONS)},
  (select json_agg(${stored.row} order by created_at desc, document_no desc) from documents
    where ${OF_LOAN}) as documents,
  ${standingColumns(OF_LOAN)},
  ${openItemsColumn}
  from loans where ${THE_LOAN} and open_id = $3`

/** A customer's own loan with all that its row of a list shows, in one round trip; undefined for any other's. */
export async function findLoanSummary(
  executor: Executor,
  { portfolioId, openId }: Owner,
  loanNo: string,
): Promise<WrittenLoanSummary | undefined> {
  const row = await queryWrittenRow(executor, SUMMARY, [portfolioId, loanNo, openId])
  return row && { texts: row.texts, read: () => summaryOf(row.read()) }
}

const summaryOf = (row: Readonly<Record<string, unknown>>): LoanSummaryRows => ({
  loan: owned.unpack(row.loan),
  accountRows: accountOfRow(row, accountTransactions),
  ...standingOf(row),
  documents: stored.unpackAll(row.documents),
  openItems: openItemsOf(row),
})
