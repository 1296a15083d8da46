import { compareOwner, type PersonName } from '../identity/same-person.ts'
import type { AccountNumbers, BankAccount } from './bank-report.ts'
import { usableAccounts } from './usable-accounts.ts'

/** Numbers as a borrower typed them, digits only, and whose account it is said to be. */
export type TypedAccount = {
  readonly routingNumber: string
  readonly accountNumber: string
  readonly holder?: PersonName | undefined
}

/** `tail` is the last four digits of the verified account to be matched, for "ends with" prompts. */
export type AccountMatch =
  | { readonly result: 'matched'; readonly account: BankAccount; readonly tail: string }
  | { readonly result: 'unmatched'; readonly tails: readonly string[] }

/**
 * Which verified, usable account the typed numbers name, with the numbers of it that they are. Leading zeros of the
 * account number are not compared, because people leave them out. A token is compared by the digits that the bank shows
 * and by the owners that it names; its routing number may be a token too. domain.md §5 and §6 (results 1 and 2);
 * docs/facts/vendors.md "Plaid".
 */
export function matchAccount(accounts: readonly BankAccount[], typed: TypedAccount): AccountMatch {
  const usable = usableAccounts(accounts)
  for (const account of usable) {
    const numbers = [account, ...(account.otherNumbers ?? [])].find((one) =>
      isNumberOf(one, account.ownerNames, typed),
    )
    if (numbers === undefined) continue
    const { routingNumber, accountNumber } = numbers
    const matched = { ...account, routingNumber, accountNumber }
    return { result: 'matched', account: matched, tail: shownTail(numbers) }
  }
  return { result: 'unmatched', tails: usable.map(shownTail) }
}

function isNumberOf(
  { routingNumber, accountNumber, tokenMask }: AccountNumbers,
  ownerNames: readonly string[],
  typed: TypedAccount,
): boolean {
  if (tokenMask === undefined) {
    return (
      routingNumber === typed.routingNumber &&
      significantDigits(accountNumber) === significantDigits(typed.accountNumber)
    )
  }
  const { holder } = typed
  const isOwned =
    holder === undefined ||
    ownerNames.length === 0 ||
    ownerNames.some((owner) => compareOwner(holder, owner) === 'same')
  return tokenMask !== '' && typed.accountNumber.endsWith(tokenMask) && isOwned
}

/** The last digits by which the borrower knows an account: the bank's mask where its number is a token. */
export const shownTail = ({
  accountNumber,
  tokenMask,
}: Pick<AccountNumbers, 'accountNumber' | 'tokenMask'>) => tokenMask ?? tailOf(accountNumber)

/** As shownTail, of the routing number; empty where it may be a token, which no borrower knows. */
export const routingTail = ({
  routingNumber,
  tokenMask,
}: Pick<AccountNumbers, 'routingNumber' | 'tokenMask'>) =>
  tokenMask === undefined ? tailOf(routingNumber) : ''

/** Last four digits, all that is ever shown of an account number. */
export function tailOf(accountNumber: string): string {
  return accountNumber.slice(-4)
}

/**
 * The digits of an account number by which accounts are compared: leading zeros are left out by people and by banks.
 * The number itself stays as it was given.
 */
export const significantDigits = (accountNumber: string): string => accountNumber.replace(/^0+/u, '')
