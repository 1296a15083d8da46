import type { MoneyTransaction } from '@dolphin/database/transaction-repository'
import { BankAccountType } from '@dolphin/domain/application/bank-account-type'
import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import { achText } from '@dolphin/nacha/ach-text'
import { entryErrors } from '@dolphin/nacha/file-rules'
import type { EntryDetail } from '@dolphin/nacha/nacha-file'
import { liveCreditCode } from '@dolphin/nacha/transaction-code'
import type { TypedBank } from '../origination/applicant.ts'

const NAME_LENGTH = 22

/** To whose account a credit goes. */
export interface Payee {
  readonly bank: TypedBank
  readonly name: string
}

/** An entry but for its trace number, which is drawn only for entries that go out. */
export type UntracedEntry = Omit<EntryDetail, 'traceNumber'>

/** Stands in for the trace number while the rest of an entry is judged. */
const ANY_TRACE = '000000000000000'

/**
 * The PPD credit of a disbursement, or what a bank would refuse about it in words without account or name.
 * Loan proceeds are PPD, never WEB (ACH facts §1). Money market accounts go as savings: our decision, for banks
 * keep them with the savings accounts unless they say otherwise.
 */
export function creditEntry(
  { loanNo, amount }: Pick<MoneyTransaction, 'loanNo' | 'amount'>,
  { bank, name }: Payee,
): Outcome<UntracedEntry, string> {
  const account = bank.accountType === BankAccountType.checking ? 'checking' : 'savings'
  const entry: UntracedEntry = {
    transactionCode: liveCreditCode(account),
    routingNumber: bank.routingNumber,
    accountNumber: bank.accountNumber,
    amount,
    individualIdentification: loanNo,
    individualName: achText(name, NAME_LENGTH),
    discretionaryData: '',
    paymentInformation: undefined,
  }
  const [fault] = entryErrors({ ...entry, traceNumber: ANY_TRACE })
  return fault === undefined ? ok(entry) : refused(`${fault.record} ${fault.field} ${fault.problem}`)
}
