import { findCustomer, findOwnersBySsn } from '@dolphin/database/identity/customer-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { bypassRowSecurity } from '@dolphin/database/driver/row-security'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import { listOwnLoans, type Loan } from '@dolphin/database/loans/loan-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { AccountStatus } from '@dolphin/domain/identity/codes'
import {
  CustomerCategory,
  LoanStatus,
  OriginatingSubStatus,
  TerminatedSubStatus,
} from '@dolphin/domain/loans/codes'

/** New until a first loan was paid off. */
export function categoryOf(loans: readonly Loan[]): CustomerCategory {
  const repaid = loans.some(({ subStatus }) => subStatus === TerminatedSubStatus.paidOff)
  return repaid ? CustomerCategory.returning : CustomerCategory.new
}

/** The loan that keeps a customer from applying again, if one is in collection. */
export function loanInCollection(loans: readonly Loan[]): Loan | undefined {
  return loans.find(({ status }) => status === LoanStatus.collecting)
}

/**
 * Whether this person may not borrow here: an account of theirs is frozen, or an application of theirs is blocked.
 * Accounts count by SSN, so that a second account does not wash a person clean. Why stays with operations.
 */
export async function isBlackListed(
  executor: Executor,
  cipher: FieldCipher,
  portfolioId: number,
  ssn: string,
): Promise<boolean> {
  return await bypassRowSecurity(async () =>
    isAnyBlocked(executor, cipher, await findOwnersBySsn(executor, cipher, portfolioId, ssn)),
  )
}

/** As isBlackListed, where the accounts with the person's SSN are known already. */
export async function isAnyBlocked(
  executor: Executor,
  cipher: FieldCipher,
  owners: readonly Owner[],
): Promise<boolean> {
  for (const owner of owners) {
    if (await isBlockedOwner(executor, cipher, owner)) return true
  }
  return false
}

/** As isBlackListed, for one account. */
export async function isBlockedOwner(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
): Promise<boolean> {
  const customer = await findCustomer(executor, cipher, owner)
  if (customer?.accountStatus === AccountStatus.frozen) return true
  const loans = await listOwnLoans(executor, owner)
  return loans.some(
    ({ status, subStatus }) =>
      status === LoanStatus.originating && subStatus === OriginatingSubStatus.blocked,
  )
}
