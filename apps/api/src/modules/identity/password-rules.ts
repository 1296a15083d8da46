import type { CustomerProfile } from '@dolphin/database/identity/customer-repository'
import { contextFailure, contextWords } from '@dolphin/domain/form/password-context'
import { passwordFailures } from '@dolphin/domain/form/password-policy'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { type Result, refuse } from '../../refusal.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** Whom a password is to protect, as far as it is known: what a stranger who knows them would try first. */
export interface PasswordOwner {
  readonly email?: string | undefined
  readonly profile?: Pick<CustomerProfile, 'firstName' | 'middleName' | 'lastName' | 'address'> | undefined
}

interface NewPassword {
  readonly password: string
  readonly owner: PasswordOwner
  /** The field that says what speaks against it. */
  readonly elementKey: string
}

/**
 * Accepts a new password, or says at its field everything that speaks against it.
 *
 * Source: product.md §5; NIST SP 800-63B-4, 3.1.1.2 (common ones, and words of the context).
 */
export function checkNewPassword(
  { commonPasswords, portfolios }: Pick<IdentityDeps, 'commonPasswords' | 'portfolios'>,
  portfolio: Portfolio,
  { password, owner, elementKey }: NewPassword,
): Result<undefined> {
  const products = portfolios.byId(portfolio.portfolioId)?.products ?? []
  const names = products.flatMap(({ name }) => [name.en, name.es])
  const words = contextWords([...textsOf(portfolio), ...names, ...textsOfOwner(owner)])
  const failures = [
    ...passwordFailures(password, commonPasswords, portfolio.passwordPolicy),
    contextFailure(password, words),
  ].filter((failure) => failure !== undefined)
  if (failures.length === 0) return ok(undefined)
  return refuse('passwordRefused', {
    errors: failures.map(({ message }) => ({ elementKey, message })),
  })
}

/** What a lender goes by. */
function textsOf({ lender, domainOfWeb, domainOfWap, hosts }: Portfolio): readonly string[] {
  return [lender.brandName, lender.legalName, lender.email, domainOfWeb, domainOfWap, ...hosts]
}

function textsOfOwner({ email = '', profile = {} }: PasswordOwner): readonly string[] {
  const { firstName = '', middleName = '', lastName = '', address } = profile
  return [email, firstName, middleName, lastName, address?.street ?? '', address?.city ?? '']
}
