import { LoanStatus, OFF_SCHEDULE_STATUSES } from '@dolphin/domain/loans/codes'
import { TransactionPurpose, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { Executor } from '../driver/executor.ts'
import type { LoanKey } from '../driver/owner.ts'
import { packedRows, queryOneRow } from '../driver/packed-rows.ts'
import { transactions } from '../schema/payment.ts'
import { debitAuthorizations, loanAccounts } from '../schema/servicing.ts'
import type { DebitAuthorization } from '../servicing/debit-authorization-repository.ts'
import { OF_LOAN, THE_LOAN } from '../servicing/loan-account-rows-repository.ts'
import type { LoanAccount } from '../servicing/loan-account-repository.ts'
import { openItemsColumn, openItemsOf } from '../work-items/open-items-column.ts'
import type { WorkItem } from '../work-items/work-item-repository.ts'

const ATTEMPT = [
  'transactionNo',
  'loanNo',
  'accountKey',
  'status',
  'effectiveDate',
  'installmentNumber',
  'purpose',
  'changeNo',
  'originalTransactionNo',
  'returnCode',
  'returnedOn',
  'updatedAt',
] as const
const ACCOUNT = [
  'accountKey',
  'source',
  'linkEndedAt',
  'validatedBy',
  'prenoteEffectiveDate',
  'prenoteReturnCode',
  'prenoteReturnedAt',
  'createdAt',
  'endedAt',
] as const
const AUTHORIZATION = [
  'authorizationNo',
  'loanNo',
  'openId',
  'kind',
  'medium',
  'accountKey',
  'amount',
  'grantedAt',
  'revokedAt',
] as const

/** A debit that reached the bank, and the instant at which it went on its batch. */
export type AccountDebit = Pick<typeof transactions.$inferSelect, (typeof ATTEMPT)[number]> & {
  readonly sentAt: Date
}

/** What the eligibility of a loan's debits to come follows from besides its books. */
export interface DebitStanding {
  /** Of the loan, in their order, the one that holds among them. */
  readonly accounts: readonly Pick<LoanAccount, (typeof ACCOUNT)[number]>[]
  /** Of the loan, and those signed anew for its accounts by the same customer. */
  readonly authorizations: readonly Pick<DebitAuthorization, (typeof AUTHORIZATION)[number]>[]
  /** Of the same customer's loans from these accounts, once one has come back: those that did, and what cleared since. */
  readonly accountDebits: readonly AccountDebit[]
  /** When the loan last left suspension or collection other than by itself; null where it never did. */
  readonly liftedAt: Date | null
}

const attempts = packedRows(transactions, ATTEMPT)
const accounts = packedRows(loanAccounts, ACCOUNT)
const authorizations = packedRows(debitAuthorizations, AUTHORIZATION)

/** A key is one customer's: an application is taken over once, from no account (docs/decisions/customer-key.md). */
const SAME_CUSTOMER = 'portfolio_id = $1 and customer_key = loans.customer_key'
const OF_ACCOUNTS = `account_key in (select account_key from loan_accounts where ${OF_LOAN})`
const SENT = `${SAME_CUSTOMER} and ${OF_ACCOUNTS} and type = ${TransactionType.debit}
    and purpose <> '${TransactionPurpose.reversal}' and trace_number is not null`

/** The columns of what debits to come follow from, of a row of `loans` ($1 portfolio, $2 loan number). */
export const debitStandingColumns = `
  (select json_agg(${accounts.row} order by sequence) from loan_accounts where ${OF_LOAN}) as debit_accounts,
  (select json_agg(${authorizations.row} order by granted_at, authorization_no) from debit_authorizations
    where ${SAME_CUSTOMER} and (loan_no = $2
      or (kind = 'renewed' and ${OF_ACCOUNTS}))) as debit_authorizations_held,
  (select json_agg(json_build_array(${attempts.row}, (select floor(extract(epoch from at) * 1000)
      from transaction_history where portfolio_id = $1 and customer_key = loans.customer_key
        and transaction_no = transactions.transaction_no and to_status = ${TransactionStatus.onBatch}
      order by sequence limit 1))) from transactions
    where ${SENT} and (status = ${TransactionStatus.rejected} or (status = ${TransactionStatus.checked}
      and effective_date >= (select min(effective_date) from transactions
        where ${SENT} and status = ${TransactionStatus.rejected})))) as account_debits,
  (select floor(extract(epoch from max(at)) * 1000) from loan_history where ${OF_LOAN}
    and from_status in (${OFF_SCHEDULE_STATUSES.join(', ')}) and to_status = ${LoanStatus.processing}
    and not (from_status = ${LoanStatus.collecting} and actor = 'system')) as lifted_at`

/** What those columns hold. */
export const debitStandingOf = (row: Readonly<Record<string, unknown>>): DebitStanding => ({
  accounts: accounts.unpackAll(row['debit_accounts']),
  authorizations: authorizations.unpackAll(row['debit_authorizations_held']),
  accountDebits: ((row['account_debits'] ?? []) as readonly (readonly [unknown, number | null])[]).flatMap(
    ([packed, sentAt]) => (sentAt === null ? [] : [{ ...attempts.unpack(packed), sentAt: new Date(sentAt) }]),
  ),
  liftedAt: row['lifted_at'] === null ? null : new Date(Number(row['lifted_at'])),
})

const STANDING = `select ${debitStandingColumns}, ${openItemsColumn} from loans where ${THE_LOAN}`

/** The standing of one loan's debits, with the kinds of its open work items. The caller has checked whose loan it is. */
export async function findDebitStanding(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<DebitStanding & { readonly openItems: readonly Pick<WorkItem, 'kind'>[] }> {
  const row = await queryOneRow(executor, STANDING, [portfolioId, loanNo])
  return { ...debitStandingOf(row), openItems: openItemsOf(row) }
}
