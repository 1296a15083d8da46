import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import type { Deps } from '../../deps.ts'
import { borrowerAddress } from './borrower-address.ts'
import { pageAddress } from '../../config/page-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/**
 * Returns the recipient of a notice about a signed loan, and the values it begins with; `link` leads to the page of
 * that path. Throws for a loan without an owner; a signed loan always has one. Source: domain.md §11.
 */
export async function addressToBorrower(
  { portfolios, cipher, config }: Pick<Deps, 'portfolios' | 'cipher' | 'config'>,
  unit: UnitOfWork,
  loan: Loan,
  path: string,
) {
  const data = portfolios.byId(loan.portfolioId)
  const borrower = await borrowerAddress(unit.tx, cipher, loan)
  assert(data !== undefined && borrower !== undefined, 'a signed loan has a portfolio and a customer')
  const { portfolioId, loanNo, openId } = loan
  return {
    to: { portfolioId, loanNo, openId, recipient: borrower.email },
    values: {
      firstName: borrower.firstName,
      loanNo,
      link: pageAddress(config, data.portfolio, path),
    },
  }
}
