import { BankAccountType } from '@dolphin/domain/applications/codes'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { magnitude, negate } from '@dolphin/domain/money/cents'
import type { BankAccount, BankReport, BankTransaction } from '@dolphin/domain/verification/bank-report'
import type { JsonValue } from '../json-value.ts'

const MONEY_MARKET = 'MONEY_MARKET'
const TYPES: Readonly<Record<string, BankAccountType>> = {
  CHECKING: BankAccountType.checking,
  SAVINGS: BankAccountType.savings,
}

/** One page of a list, and whether another one follows. */
export type MxPage<T> = { readonly items: readonly T[]; readonly hasMore: boolean }

const pageOf = <T>(answer: JsonValue, name: string, read: (one: JsonValue) => readonly T[]): MxPage<T> => {
  const pagination = answer.at('pagination')
  return {
    items: answer.at(name).list().flatMap(read),
    hasMore: pagination.at('current_page').wholeNumber() < pagination.at('total_pages').wholeNumber(),
  }
}

export type MxAccount = Pick<BankAccount, 'accountId' | 'type' | 'name' | 'balance'> & {
  readonly closed: boolean
}

/** Accounts of the kinds that a loan can be paid to and from, in dollars and with a balance. */
export const accountPageOf = (answer: JsonValue): MxPage<MxAccount> =>
  pageOf(answer, 'accounts', (one) => {
    const type = typeOf(one)
    const balance = one.at('balance').optionalAmount() ?? one.at('available_balance').optionalAmount()
    if (type === undefined || balance === undefined || !isDollar(one)) return []
    const closed = one.at('is_closed').optionalFlag() === true
    return [
      {
        accountId: one.at('guid').text(),
        type,
        name: one.at('name').optionalText() ?? 'Account',
        balance,
        closed,
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
        amount: one.at('type').text() === 'DEBIT' ? negate(size) : size,
        description: description ?? '',
      },
    ]
  })

export type MxDeps = {
  readonly institution: string
  readonly accounts: readonly MxAccount[]
  readonly numbers: readonly MxNumbers[]
  readonly owners: readonly MxOwner[]
  readonly lines: readonly MxLine[]
}

/** Puts the parts together, lines oldest first; an account without numbers takes no payments, so is not open. */
export function reportOf(
  { institution, accounts, numbers, owners, lines }: MxDeps,
  asOf: LocalDate,
): BankReport {
  const numbersOf = new Map(numbers.map((one) => [one.accountId, one]))
  const sorted = lines.toSorted((a, b) => a.date - b.date)
  return {
    institution,
    asOf,
    accounts: accounts.map(({ closed, ...account }) => {
      const known = numbersOf.get(account.accountId)
      return {
        ...account,
        routingNumber: known?.routingNumber ?? '',
        accountNumber: known?.accountNumber ?? '',
        open: !closed && known !== undefined,
        ownerNames: owners.filter(({ accountId }) => accountId === account.accountId).map(({ name }) => name),
        transactions: sorted
          .filter(({ accountId }) => accountId === account.accountId)
          .map(({ transactionId, date, amount, description }) => ({
            transactionId,
            date,
            amount,
            description,
          })),
      }
    }),
  }
}
