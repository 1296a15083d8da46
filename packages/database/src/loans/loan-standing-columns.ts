import { packedRows } from '../driver/packed-rows.ts'
import { type DebitStanding, debitStandingColumns, debitStandingOf } from './debit-standing-columns.ts'
import type { StoredEligibilityDecision } from '../payments/eligibility-decision-repository.ts'
import { eligibilityDecisions, loanAccounts, loanChanges } from '../schema/servicing.ts'
import type { LoanAccount } from '../servicing/loan-account-repository.ts'
import type { LoanChange } from '../servicing/loan-change-repository.ts'

/** What a page shows of the result of the eligibility check. */
export type EligibilityResultRow = Pick<
  StoredEligibilityDecision,
  'transactionNo' | 'allowed' | 'rule' | 'words'
>

export const eligibilityResults = packedRows(eligibilityDecisions, [
  'transactionNo',
  'allowed',
  'rule',
  'words',
])

/** What a loan's payments to come follow from besides its books. */
export interface LoanStanding {
  /** Of the account that holds; its bank's name where the link that read the account has it. */
  readonly account:
    | (Pick<LoanAccount, 'routingNumber' | 'accountTail'> & { readonly bankName: string | null })
    | undefined
  readonly openChange: LoanChange | undefined
  /** One that the lender sent and the borrower has not signed. */
  readonly changeToSign: LoanChange | undefined
  /** A permission for the payments of the schedule holds. */
  readonly isAuthorized: boolean
  /** What the eligibility of debits to come follows from. */
  readonly debits: DebitStanding
}

const accounts = packedRows(loanAccounts, ['routingNumber', 'accountTail'])
const changes = packedRows(loanChanges)

/** The bank whose link showed the account that holds: the link of its token, else the newest that had reported by then. */
const bankName = (ofLoan: string): string => `
  (select institution from ibv_requests where ${ofLoan} and request_code = (
    select coalesce(link_request_code, (select request_code from ibv_reports
      where ${ofLoan} and received_at <= loan_accounts.created_at order by received_at desc limit 1))
    from loan_accounts where ${ofLoan} and ended_at is null and validated_by = 'bankLink')) as bank_name`

/** The columns of a loan's standing; `ofLoan` is the condition of the loan's rows. */
export const standingColumns = (ofLoan: string): string => `
  (select ${accounts.row} from loan_accounts where ${ofLoan} and ended_at is null) as account,
  ${bankName(ofLoan)},
  (select ${changes.row} from loan_changes where ${ofLoan} and status = 'open') as open_change,
  (select ${changes.row} from loan_changes where ${ofLoan} and status = 'toSign') as change_to_sign,
  exists (select 1 from debit_authorizations
    where ${ofLoan} and kind <> 'singlePayment' and revoked_at is null) as is_authorized,
  ${debitStandingColumns}`

/** The standing out of those columns. */
export const standingOf = (row: Readonly<Record<string, unknown>>): LoanStanding => ({
  account:
    row.account === null
      ? undefined
      : {
          ...accounts.unpack(row.account),
          bankName: typeof row.bank_name === 'string' ? row.bank_name : null,
        },
  openChange: row.open_change === null ? undefined : changes.unpack(row.open_change),
  changeToSign: row.change_to_sign === null ? undefined : changes.unpack(row.change_to_sign),
  isAuthorized: row.is_authorized === true,
  debits: debitStandingOf(row),
})
