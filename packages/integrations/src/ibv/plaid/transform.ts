import { BankAccountType } from '@dolphin/domain/applications/codes'
import { addDays, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { negate } from '@dolphin/domain/money/cents'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import type {
  AccountNumbers,
  BankAccount,
  BankReport,
  BankTransaction,
} from '@dolphin/domain/verification/bank-report'
import type { LinkFailure } from '@dolphin/domain/verification/link-failure'
import { type JsonValue, readable } from '../json-value.ts'
import { INSTITUTION_LENGTHS } from '../provider.ts'
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
  readonly institutionId: string | undefined
  readonly accounts: readonly PlaidAccount[]
}

type AchNumbers = AccountNumbers & { readonly open: boolean }
const NO_NUMBERS: AchNumbers = { accountNumber: '', routingNumber: '', open: false }

/**
 * Reads /auth/get: dollar accounts of the kinds above; one without ACH numbers takes no payments, so is not open. An
 * account or a number that cannot be read is left out alone. Refused: no account of these kinds, or none with a balance.
 */
export function accountsOf(answer: JsonValue): Outcome<PlaidAccounts, LinkFailure> {
  const places = answer.at('accounts').list()
  const numbers = answer.at('numbers').at('ach').list()
  const kinds = places.filter((one) => readable(() => typeOf(one)) !== undefined)
  if (kinds.length === 0) return refused('noAccounts')
  const accounts = kinds.flatMap((one) => readable(() => accountOf(one, numbers)) ?? [])
  if (accounts.length === 0) return refused('noBalances')
  const item = answer.at('item')
  return ok({
    institution: item.at('institution_name').optionalText(),
    institutionId: readable(() => item.at('institution_id').text(INSTITUTION_LENGTHS.id)),
    accounts,
  })
}

function accountOf(one: JsonValue, numbers: readonly JsonValue[]): PlaidAccount | undefined {
  const [type, balances] = [typeOf(one), one.at('balances')]
  const balance = balances.at('current').readableAmount() ?? balances.at('available').readableAmount()
  if (type === undefined || balance === undefined || !isDollar(balances)) return undefined
  const accountId = one.at('account_id').text()
  const mask = one.at('mask').optionalText() ?? ''
  const [first = NO_NUMBERS, ...others] = numbers.flatMap(
    (number) => readable(() => achNumbers(number, accountId, mask)) ?? [],
  )
  const name = one.at('name').optionalText() ?? 'Account'
  const otherNumbers = others.map(({ open: _open, ...further }) => further)
  return {
    accountId,
    type,
    name,
    ownerNames: [],
    balance,
    ...first,
    ...(otherNumbers.length === 0 ? {} : { otherNumbers }),
  }
}

function typeOf(account: JsonValue): BankAccountType | undefined {
  if (account.at('type').text() !== 'depository') return undefined
  return TYPES[account.at('subtype').optionalText() ?? '']
}

/** Numbers of this account; a token is known by its mask, because its digits are not the account's. */
function achNumbers(one: JsonValue, accountId: string, mask: string): AchNumbers | undefined {
  if (one.at('account_id').text() !== accountId) return undefined
  const isToken = one.at('is_tokenized_account_number').optionalFlag() === true
  return {
    accountNumber: one.at('account').text(),
    routingNumber: one.at('routing').text(),
    open: one.at('can_transfer_out').optionalFlag() !== false,
    ...(isToken ? { tokenMask: mask } : {}),
  }
}

const isDollar = (place: JsonValue) => place.at('iso_currency_code').optionalText() === 'USD'

/** The names that the bank has for each account. */
export type Owners = ReadonlyMap<string, readonly string[]>

/** Reads /identity/get. */
export function ownersOf(answer: JsonValue): Owners {
  return new Map(
    answer
      .at('accounts')
      .list()
      .map((account) => [account.at('account_id').text(), account.at('owners').list().flatMap(namesOf)]),
  )
}

const namesOf = (owner: JsonValue): readonly string[] =>
  owner
    .at('names')
    .optionalList()
    .flatMap((name) => name.optionalText() ?? [])

/** A line of an account, with the account it belongs to. */
export type PlaidLine = BankTransaction & { readonly accountId: string }

export type TransactionsPage = {
  readonly updateStatus: string
  readonly lines: readonly PlaidLine[]
  /** Lines that could not be read. */
  readonly unread: number
  readonly removed: readonly string[]
  readonly nextCursor: string
  readonly hasMore: boolean
}

/** Reads a page of /transactions/sync. What is pending or not in dollars is left out, and a line that cannot be read. */
export function pageOf(answer: JsonValue): TransactionsPage {
  const read = [...answer.at('added').list(), ...answer.at('modified').list()].map((one) =>
    readable(() => lineOf(one)),
  )
  return {
    updateStatus: answer.at('transactions_update_status').text(),
    lines: read.flatMap((line) => line ?? []),
    unread: read.filter((line) => line === undefined).length,
    removed: answer
      .at('removed')
      .list()
      .flatMap((one) => readable(() => one.at('transaction_id').text()) ?? []),
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
      description: one.at('original_description').optionalText() ?? one.at('name').optionalText() ?? '',
    },
  ]
}

/** What Plaid has of an item, which is one sign-in at a bank. */
export type PlaidItem = {
  readonly accounts: PlaidAccounts
  /** Undefined where Plaid could not be asked about owners. */
  readonly owners: Owners | undefined
  readonly lines: readonly PlaidLine[]
  readonly unreadLines: number
}

/** The report of an item: lines of the days that were asked for, oldest first, each with its account. */
export function reportOf({ accounts, owners, lines, unreadLines }: PlaidItem, asOf: LocalDate): BankReport {
  const since = addDays(asOf, -HISTORY_DAYS)
  const known = lines.filter(({ date }) => date >= since && date <= asOf).toSorted((a, b) => a.date - b.date)
  return {
    institution: accounts.institution ?? 'Your bank',
    ...(accounts.institutionId === undefined ? {} : { institutionId: accounts.institutionId }),
    asOf,
    ...(owners === undefined ? { ownersUnread: true } : {}),
    ...(unreadLines === 0 ? {} : { unreadLines }),
    accounts: accounts.accounts.map((account) => ({
      ...account,
      ownerNames: owners?.get(account.accountId) ?? [],
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
