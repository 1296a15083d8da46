import type { Executor } from './executor.ts'
import type { LoanAccount } from './loan-account-repository.ts'
import type { LoanChange } from './loan-change-repository.ts'
import type { LoanKey } from './owner.ts'
import { packedRows, queryOneRow } from './packed-rows.ts'
import { guardDecisions, loanAccounts, loanChanges } from './schema/servicing.ts'
import type { StoredGuardDecision } from './guard-decision-repository.ts'

/** What a page shows of the guard's answer. */
export type GuardAnswerRow = Pick<StoredGuardDecision, 'transactionNo' | 'allowed' | 'words'>

/** What a page shows of a live loan beside its books, as it was at one instant. */
export interface LoanPageRows {
  /** Of the account that holds. */
  readonly account: Pick<LoanAccount, 'routingNumber' | 'accountTail'> | undefined
  readonly openChange: LoanChange | undefined
  /** A permission for the payments of the schedule holds. */
  readonly isAuthorized: boolean
  /** What the batch was told last of any payment. */
  readonly lastBatchAnswer: GuardAnswerRow | undefined
  /** Of each movement of which the guard's last word was no: that word. */
  readonly denials: readonly GuardAnswerRow[]
}

const accounts = packedRows(loanAccounts, ['routingNumber', 'accountTail'])
const changes = packedRows(loanChanges)
const answers = packedRows(guardDecisions, ['transactionNo', 'allowed', 'words'])

const OF_LOAN = 'portfolio_id = $1 and loan_no = $2'

const PAGE = `select
  (select ${accounts.row} from loan_accounts where ${OF_LOAN} and ended_at is null) as account,
  (select ${changes.row} from loan_changes where ${OF_LOAN} and status = 'open') as open_change,
  exists (select 1 from debit_authorizations
    where ${OF_LOAN} and kind <> 'singlePayment' and revoked_at is null) as is_authorized,
  (select ${answers.row} from guard_decisions where ${OF_LOAN} and asked = 'batch'
    order by at desc, decision_no desc limit 1) as last_batch_answer,
  (select json_agg(${answers.row}) from (
    select distinct on (transaction_no) transaction_no, allowed, words from guard_decisions
    where ${OF_LOAN} and transaction_no is not null
    order by transaction_no, at desc, decision_no desc) guard_decisions where not allowed) as denials`

/** What a loan's page shows beside its books, in one round trip. The caller has checked whose loan it is. */
export async function readLoanPage(
  executor: Executor,
  { portfolioId, loanNo }: LoanKey,
): Promise<LoanPageRows> {
  const row = await queryOneRow(executor, PAGE, [portfolioId, loanNo])
  return {
    account: row.account === null ? undefined : accounts.unpack(row.account),
    openChange: row.open_change === null ? undefined : changes.unpack(row.open_change),
    isAuthorized: row.is_authorized === true,
    lastBatchAnswer: row.last_batch_answer === null ? undefined : answers.unpack(row.last_batch_answer),
    denials: answers.unpackAll(row.denials),
  }
}
