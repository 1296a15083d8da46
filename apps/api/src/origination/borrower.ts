import { findCustomer } from '@dolphin/database/customer-repository'
import type { Executor } from '@dolphin/database/executor'
import type { FieldCipher } from '@dolphin/database/field-cipher'
import type { Loan } from '@dolphin/database/loan-repository'
import { loadAnswers } from './answers.ts'
import { applicantOf } from './applicant.ts'

/** Whom a notice about a loan addresses. */
export interface Borrower {
  readonly openId: string | null
  readonly email: string
  readonly firstName: string
  readonly fullName: string
}

/**
 * The borrower of a loan, for notices and documents: the account's address where there is an account, else what
 * the application says; undefined while neither is known.
 */
export async function loadBorrower(
  executor: Executor,
  cipher: FieldCipher,
  loan: Loan,
): Promise<Borrower | undefined> {
  const applicant = applicantOf(await loadAnswers(executor, cipher, loan))
  const { portfolioId, openId } = loan
  const customer = openId === null ? undefined : await findCustomer(executor, cipher, { portfolioId, openId })
  const email = customer?.email ?? applicant?.email
  if (email === undefined) return undefined
  const name = applicant ?? customer?.profile
  const parts = [name?.firstName, applicant?.middleName, name?.lastName]
  return {
    openId,
    email,
    firstName: name?.firstName ?? '',
    fullName: parts.filter((part) => part !== undefined && part !== null && part !== '').join(' '),
  }
}
