import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import type { Deps } from '../../deps.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { pageAddress } from '../../config/page-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'

/**
 * Tells a borrower that a reviewer passed the application back to them, with the link that opens it where it is to
 * be completed. What the reviewer noted stays in the history: it was not written for the borrower.
 */
export async function askForMore(
  {
    cipher,
    keys,
    config,
    notices,
    portfolios,
  }: Pick<Deps, 'cipher' | 'keys' | 'config' | 'notices' | 'portfolios'>,
  unit: UnitOfWork,
  loan: Loan,
): Promise<void> {
  const borrower = await borrowerAddress(unit.tx, cipher, loan)
  if (borrower === undefined) return
  const portfolio = portfolios.byId(loan.portfolioId)?.portfolio
  assert(portfolio !== undefined, 'a loan belongs to a portfolio that is served')
  const { portfolioId, loanNo, openId } = loan
  const { path } = await ensureLoanLink({ keys, cipher }, unit, loan, 'completeInformation')
  await notices.send(unit, {
    portfolioId,
    loanNo,
    openId,
    kind: 'informationNeeded',
    recipient: borrower.email,
    dedupKey: `informationNeeded/${loanNo}/${unit.now.getTime()}`,
    values: { firstName: borrower.firstName, loanNo, link: pageAddress(config, portfolio, path) },
  })
}
