import { type LoanAccount, loanAccountPlace } from '@dolphin/database/servicing/loan-account-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import { achText } from '@dolphin/nacha/ach-text'
import { entryErrors } from '@dolphin/nacha/file-rules'
import type { DebitClass } from '@dolphin/domain/payments/standard-entry-class'
import type { EntryDetail } from '@dolphin/nacha/nacha-file'
import { liveCreditCode, liveDebitCode, prenoteCode } from '@dolphin/nacha/transaction-code'
import type { MoneyDeps } from '../../deps.ts'

const NAME_LENGTH = 22

/** An entry but for its trace number, which is drawn only for entries that go out. */
export type UntracedEntry = Omit<EntryDetail, 'traceNumber'>

/** Stands in for the trace number while the rest of an entry is judged. */
const ANY_TRACE = '000000000000000'

/** What an entry carries beside the account. */
export interface EntryFacts {
  readonly loanNo: string
  /** Zero: a prenote, which asks the account's bank whether the account can be used. */
  readonly amount: MoneyTransaction['amount']
  readonly direction: 'credit' | 'debit'
  readonly paymentType: DebitClass['paymentType']
}

/** An account as it is written into an entry. */
interface OpenAccount {
  readonly routingNumber: string
  readonly accountNumber: string
  readonly accountType: LoanAccount['accountType']
  readonly name: string
}

/** The entry to or from an account, or what a bank would refuse about it in words without account or name. */
export function entryOf(
  { routingNumber, accountNumber, accountType, name }: OpenAccount,
  { loanNo, amount, direction, paymentType }: EntryFacts,
): Outcome<UntracedEntry, string> {
  const liveCode = direction === 'credit' ? liveCreditCode : liveDebitCode
  const entry: UntracedEntry = {
    transactionCode: amount === 0n ? prenoteCode(accountType, direction) : liveCode(accountType),
    routingNumber,
    accountNumber,
    amount,
    individualIdentification: loanNo,
    individualName: achText(name, NAME_LENGTH),
    discretionaryData: paymentType,
    paymentInformation: undefined,
  }
  const [fault] = entryErrors({ ...entry, traceNumber: ANY_TRACE })
  return fault === undefined ? ok(entry) : refused(`${fault.record} ${fault.field} ${fault.problem}`)
}

/** The entry to or from the account that a loan's money uses. */
export function entryOnAccount(
  { cipher }: Pick<MoneyDeps, 'cipher'>,
  account: LoanAccount,
  facts: EntryFacts,
): Outcome<UntracedEntry, string> {
  const { routingNumber, accountType } = account
  const accountNumber = cipher.open(loanAccountPlace(account, 'account_number'), account.accountNumber)
  const name = cipher.open(loanAccountPlace(account, 'holder_name'), account.holderName)
  return entryOf({ routingNumber, accountType, accountNumber, name }, facts)
}
