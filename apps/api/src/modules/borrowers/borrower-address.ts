import type { Localized, Words } from '@dolphin/domain/portfolios/localized'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { FieldCipher } from '@dolphin/database/driver/field-cipher'
import type { Loan } from '@dolphin/database/loans/loan-repository'

/** Whom a notice about a loan greets, and where it goes. */
export interface BorrowerAddress {
  readonly email: string
  readonly firstName: Words
  /** First and last name; empty while neither is known. */
  readonly fullName: string
}

const UNNAMED: Localized = { en: 'there', es: 'cliente' }

/** The customer of a loan, for a notice; undefined while the application belongs to no account. */
export async function borrowerAddress(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, openId }: Pick<Loan, 'portfolioId' | 'openId'>,
): Promise<BorrowerAddress | undefined> {
  if (openId === null) return undefined
  const customer = await findCustomer(executor, cipher, { portfolioId, openId })
  if (customer === undefined) return undefined
  const { firstName, lastName } = customer.profile
  const fullName = [firstName, lastName].filter((part) => part !== undefined).join(' ')
  return { email: customer.email, firstName: firstName ?? UNNAMED, fullName }
}
