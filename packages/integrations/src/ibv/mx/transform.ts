import { BankAccountType } from '@dolphin/domain/applications/codes'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { magnitude, negate } from '@dolphin/domain/money/cents'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import type {
  AccountNumbers,
  BankAccount,
  BankReport,
  BankTransaction,
} from '@dolphin/domain/verification/bank-report'
import type { LinkFailure } from '@dolphin/domain/verification/link-failure'
import { type JsonValue, readable } from '../json-value.ts'
import { isTokenizedNumber, maskOf, type MxBank } from './tokenized-number.ts'

const MONEY_MARKET = 'MONEY_MARKET'
const TYPES: Readonly<Record<string, BankAccountType>> = {
  CHECKING: BankAccountType.checking,
  SAVINGS: BankAccountType.savings,
}

/** One page of a list, and whether another one follows; undefined stands for an entry that cannot be read. */
export type MxPage<T> = { readonly items: readonly (T | undefined)[]; readonly hasMore: boolean }

/** A list without pages is whole: MX requires no member of its pagination. */
const pageOf = <T>(answer: JsonValue, name: string, read: (one: JsonValue) => readonly T[]): MxPage<T> => {
  const pagination = answer.at('pagination').optional()
  const [page, pages] = ['current_page', 'total_pages'].map((one) => pagination?.at(one).optional())
  return {
    items: answer
      .at(name)
      .list()
      .flatMap((one): readonly (T | undefined)[] => readable(() => read(one)) ?? [undefined]),
    hasMore: page !== undefined && pages !== undefined && page.wholeNumber() < pages.wholeNumber(),
  }
}

export type MxAccount = Pick<BankAccount, 'accountId' | 'type' | 'name'> & {
  /** Undefined where the bank told none that can be read. */
  readonly balance: BankAccount['balance'] | undefined
  readonly closed: boolean
  /** The last digits that the bank shows to its customer; empty where it shows none. */
  readonly mask: string
}

/** Accounts of the kinds that a loan can be paid to and from, in dollars. */
export const accountPageOf = (answer: JsonValue): MxPage<MxAccount> =>
  pageOf(answer, 'accounts', (one) => {
    const type = typeOf(one)
    const balance = one.at('balance').readableAmount() ?? one.at('available_balance').readableAmount()
    if (type === undefined || !isDollar(one)) return []
    const closed = one.at('is_closed').optionalFlag() === true
    const mask = maskOf(one.at('account_number').optionalText())
    return [
      {
        accountId: one.at('guid').text(),
        type,
        name: one.at('name').optionalText() ?? 'Account',
        balance,
        closed,
        mask,
      },
    ]
  })

function typeOf(account: JsonValue): BankAccountType | undefined {
  const type = account.at('type').optionalText() ?? ''
  const isMoneyMarket = account.at('subtype').optionalText() === MONEY_MARKET
  return type in TYPES && isMoneyMarket ? BankAccountType.moneyMarket : TYPES[type]
}

/** MX leaves the currency out where it is the dollar. */
const isDollar = (place: JsonValue) => (place.at('currency_code').optionalText() ?? 'USD') === 'USD'

export type MxNumbers = {
  readonly accountId: string
  readonly accountNumber: string
  readonly routingNumber: string
}

/** Account and routing numbers; those that MX found wrong in form are left out. */
export const numbersPageOf = (answer: JsonValue): MxPage<MxNumbers> =>
  pageOf(answer, 'account_numbers', (one) => {
    const [accountNumber, routingNumber] = [
      one.at('account_number').optionalText(),
      one.at('routing_number').optionalText(),
    ]
    if (accountNumber === undefined || routingNumber === undefined) return []
    if (one.at('passed_validation').optionalFlag() === false) return []
    return [{ accountId: one.at('account_guid').text(), accountNumber, routingNumber }]
  })

export type MxOwner = { readonly accountId: string; readonly name: string }

/** Who owns which account. */
export const ownersPageOf = (answer: JsonValue): MxPage<MxOwner> =>
  pageOf(answer, 'account_owners', (one) => {
    const parts = [one.at('first_name').optionalText(), one.at('last_name').optionalText()]
    const name = one.at('owner_name').optionalText() ?? parts.filter(Boolean).join(' ')
    return name === '' ? [] : [{ accountId: one.at('account_guid').text(), name }]
  })

export type MxLine = BankTransaction & { readonly accountId: string }

/** Posted lines in dollars. MX gives sizes without sign and says beside them which way the money went. */
export const linePageOf = (answer: JsonValue): MxPage<MxLine> =>
  pageOf(answer, 'transactions', (one) => {
    if (one.at('status').optionalText() === 'PENDING' || !isDollar(one)) return []
    const size = magnitude(one.at('amount').amount())
    const description = one.at('original_description').optionalText() ?? one.at('description').optionalText()
    return [
      {
        accountId: one.at('account_guid').text(),
        transactionId: one.at('guid').text(),
        date: one.at('date').date(),
        amount: one.at('type').oneOf(['DEBIT', 'CREDIT']) === 'DEBIT' ? negate(size) : size,
        description: description ?? '',
      },
    ]
  })

export type MxDeps = {
  readonly bank: MxBank
  readonly accounts: readonly (MxAccount | undefined)[]
  readonly numbers: readonly (MxNumbers | undefined)[]
  /** Undefined where the lender may not ask for them. */
  readonly owners: readonly MxOwner[] | undefined
  readonly lines: readonly (MxLine | undefined)[]
}

/**
 * Puts the parts together, lines oldest first; an account without numbers takes no payments, so is not open. Refused: no
 * account, or none with a balance.
 */
export function reportOf(
  { bank, accounts, numbers, owners, lines }: MxDeps,
  asOf: LocalDate,
): Outcome<BankReport, LinkFailure> {
  if (accounts.length === 0) return refused('noAccounts')
  const read = lines.filter((line) => line !== undefined)
  const sorted = read.filter(({ date }) => date <= asOf).toSorted((a, b) => a.date - b.date)
  const withBalance = accounts.flatMap((account) => {
    if (account?.balance === undefined) return []
    const { closed, mask, balance, ...named } = account
    const numbersOf = numbers.filter((one) => one?.accountId === account.accountId)
    return [{ ...named, balance, ...openNumbers(numbersOf, { bank, mask, closed }) }]
  })
  if (withBalance.length === 0) return refused('noBalances')
  const unreadLines = lines.length - read.length
  return ok({
    institution: bank.name,
    ...(bank.code === undefined ? {} : { institutionId: bank.code }),
    asOf,
    ...(owners === undefined ? { ownersUnread: true } : {}),
    ...(unreadLines === 0 ? {} : { unreadLines }),
    accounts: withBalance.map((account) => ({
      ...account,
      ownerNames: namesOf(owners ?? [], account.accountId),
      transactions: sorted
        .filter(({ accountId }) => accountId === account.accountId)
        .map(({ transactionId, date, amount, description }) => ({
          transactionId,
          date,
          amount,
          description,
        })),
    })),
  })
}

const NO_NUMBERS: AccountNumbers = { routingNumber: '', accountNumber: '' }

const namesOf = (owners: readonly MxOwner[], accountId: string): readonly string[] =>
  owners.filter((owner) => owner.accountId === accountId).map(({ name }) => name)

function openNumbers(
  numbers: readonly (MxNumbers | undefined)[],
  { bank, mask, closed }: { readonly bank: MxBank; readonly mask: string; readonly closed: boolean },
) {
  const [first = NO_NUMBERS, ...others] = numbers.flatMap((one): AccountNumbers[] => {
    if (one === undefined) return []
    const { routingNumber, accountNumber } = one
    const isToken = isTokenizedNumber(bank, { accountNumber, mask })
    return [{ routingNumber, accountNumber, ...(isToken ? { tokenMask: mask } : {}) }]
  })
  return {
    ...first,
    open: !closed && first !== NO_NUMBERS,
    ...(others.length === 0 ? {} : { otherNumbers: others }),
  }
}
