import type { BankAccount } from './bank-report.ts'
import { usableAccounts } from './usable-accounts.ts'

/** Numbers as a borrower typed them, digits only. */
export type TypedAccount = { readonly routingNumber: string; readonly accountNumber: string }

/** `tail` is the last four digits of the verified account to be matched, for "ends with" prompts. */
export type AccountMatch =
  | { readonly result: 'matched'; readonly account: BankAccount; readonly tail: string }
  | { readonly result: 'unmatched'; readonly tails: readonly string[] }

/**
 * Which verified, usable account the typed numbers name. Leading zeros of the account number are not compared,
 * because people leave them out. domain.md §5 and §6 (results 1 and 2).
 */
export function matchAccount(accounts: readonly BankAccount[], typed: TypedAccount): AccountMatch {
  const usable = usableAccounts(accounts)
  const account = usable.find(
    ({ routingNumber, accountNumber }) =>
      routingNumber === typed.routingNumber &&
      significantDigits(accountNumber) === significantDigits(typed.accountNumber),
  )
  if (account) return { result: 'matched', account, tail: tailOf(account.accountNumber) }
  return { result: 'unmatched', tails: usable.map(({ accountNumber }) => tailOf(accountNumber)) }
}

/** Last four digits, all that is ever shown of an account number. */
export function tailOf(accountNumber: string): string {
  return accountNumber.slice(-4)
}

/**
 * The digits of an account number by which accounts are compared: leading zeros are left out by people and by banks.
 * The number itself stays as it was given.
 */
export const significantDigits = (accountNumber: string): string => accountNumber.replace(/^0+/u, '')
