import { BankAccountType } from '../applications/codes.ts'
import type { BankAccount } from './bank-report.ts'

/** Open checking and savings accounts with numbers to pay to; money market accounts refuse most debits. */
export function usableAccounts(accounts: readonly BankAccount[]): readonly BankAccount[] {
  return accounts.filter(
    ({ open, type, routingNumber, accountNumber }) =>
      open &&
      type !== BankAccountType.moneyMarket &&
      /^\d{9}$/u.test(routingNumber) &&
      /^\d{4,17}$/u.test(accountNumber),
  )
}
