import { BankAccountType } from '@dolphin/domain/applications/codes'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { negate } from '@dolphin/domain/money/cents'
import type { BankAccount, BankReport, BankTransaction } from '@dolphin/domain/verification/bank-report'
import type { JsonValue } from '../json-value.ts'
import { HISTORY_DAYS } from './plaid-client.ts'

/** Subtypes of depository accounts that a loan can be paid to and from; the others are left out. */
const TYPES: Readonly<Record<string, BankAccountType>> = {
  checking: BankAccountType.checking,
  'cash management': BankAccountType.checking,
  savings: BankAccountType.savings,
  'money market': BankAccountType.moneyMarket,
}

type PlaidAccount = Omit<BankAccount, 'transactions'>
export type PlaidAccounts = {
  readonly institution: string | undefined
  readonly accounts: readonly PlaidAccount[]
}

type AchNumbers = { readonly accountNumber: string; readonly routingNumber: string; readonly open: boolean }
const NO_NUMBERS: AchNumbers = { accountNumber: '', routingNumber: '', open: false }

/** Reads /auth/get: dollar accounts of the kinds above; one without ACH numbers takes no payments, so is not open. */
export function accountsOf(answer: JsonValue): PlaidAccounts {
  const numbers = new Map(
    answer
      .at('numbers')
      .at('ach')
      .list()
      .map((one) => [one.at('account_id').text(), achNumbers(one)]),
  )
  const accounts = answer
    .at('accounts')
    .list()
    .flatMap((one): PlaidAccount[] => {
      const [type, balances] = [typeOf(one), one.at('balances')]
      const balance = balances.at('current').optionalAmount() ?? balances.at('available').optionalAmount()
      if (type === undefined || balance === undefined || !isDollar(balances)) return []
      const accountId = one.at('account_id').text()
      const name = one.at('name').text()
      return [{ accountId, type, name, ownerNames: [], balance, ...(numbers.get(accountId) ?? NO_NUMBERS) }]
    })
  return { institution: answer.at('item').at('institution_name').optionalText(), accounts }
}

function typeOf(account: JsonValue): BankAccountType | undefined {
  if (account.at('type').text() !== 'depository') return undefined
  return TYPES[account.at('subtype').optionalText() ?? '']
}

function achNumbers(one: JsonValue): AchNumbers {
  return {
    accountNumber: one.at('account').text(),
    routingNumber: one.at('routing').text(),
    open: one.at('can_transfer_out').optionalFlag() !== false,
  }
}

const isDollar = (place: JsonValue) => place.at('iso_currency_code').optionalText() === 'USD'

/** Reads /identity/get: the names that the bank has for each account. */
export function ownersOf(answer: JsonValue): ReadonlyMap<string, readonly string[]> {
  return new Map(
    answer
      .at('accounts')
      .list()
      .map((account) => [
        account.at('account_id').text(),
        account
          .at('owners')
          .list()
          .flatMap((owner) =>
            owner
              .at('names')
              .list()
              .map((name) => name.text()),
          ),
      ]),
  )
}

/** A line of an account, with the account it belongs to. */
export type PlaidLine = BankTransaction & { readonly accountId: string }

export type TransactionsPage = {
  readonly updateStatus: string
  readonly lines: readonly PlaidLine[]
  readonly removed: readonly string[]
  readonly nextCursor: string
  readonly hasMore: boolean
}

/** Reads a page of /transactions/sync. What is pending or not in dollars is left out. */
export function pageOf(answer: JsonValue): TransactionsPage {
  return {
    updateStatus: answer.at('transactions_update_status').text(),
    lines: [...answer.at('added').list(), ...answer.at('modified').list()].flatMap(lineOf),
    removed: answer
      .at('removed')
      .list()
      .map((one) => one.at('transaction_id').text()),
    nextCursor: answer.at('next_cursor').text(),
    hasMore: answer.at('has_more').flag(),
  }
}

/** Plaid counts what leaves the account as positive; we count it as negative. */
function lineOf(one: JsonValue): PlaidLine[] {
  if (one.at('pending').flag() || !isDollar(one)) return []
  return [
    {
      accountId: one.at('account_id').text(),
      transactionId: one.at('transaction_id').text(),
      date: one.at('date').date(),
      amount: negate(one.at('amount').amount()),
      description: one.at('original_description').optionalText() ?? one.at('name').text(),
    },
  ]
}

/** Puts the parts together: lines of the days that were asked for, oldest first, each with its account. */
export function reportOf(
  { institution, accounts }: PlaidAccounts,
  owners: ReadonlyMap<string, readonly string[]>,
  lines: Iterable<PlaidLine>,
  asOf: LocalDate,
): BankReport {
  const since = addDays(asOf, -HISTORY_DAYS)
  const known = [...lines]
    .filter(({ date }) => date >= since && date <= asOf)
    .toSorted((a, b) => a.date - b.date)
  return {
    institution: institution ?? 'Your bank',
    asOf,
    accounts: accounts.map((account) => ({
      ...account,
      ownerNames: owners.get(account.accountId) ?? [],
      transactions: known
        .filter(({ accountId }) => accountId === account.accountId)
        .map(({ transactionId, date, amount, description }) => ({
          transactionId,
          date,
          amount,
          description,
        })),
    })),
  }
}
