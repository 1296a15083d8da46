import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { pageAddress } from '../../config/page-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ApplicationDeps } from './application-deps.ts'

/**
 * Notifies a customer, once, that their application has begun, with the link that shows its status and leads back to
 * it. An application without account gets no notice: its address is not proved, and the link would go to the owner
 * of the typed address.
 */
export async function sendApplicationReceived(
  deps: ApplicationDeps,
  unit: UnitOfWork,
  loan: Loan,
): Promise<void> {
  const { cipher, notices, config, portfolios } = deps
  const borrower = await borrowerAddress(unit.tx, cipher, loan)
  if (borrower === undefined) return
  const data = portfolios.byId(loan.portfolioId)
  assert(data !== undefined, 'a loan belongs to a portfolio')
  const { portfolioId, loanNo, applicationNo, openId } = loan
  const { path } = await ensureLoanLink(deps, unit, loan, 'pendingApplication')
  await notices.send(unit, {
    portfolioId,
    loanNo,
    openId,
    kind: 'applicationReceived',
    recipient: borrower.email,
    dedupKey: `applicationReceived/${loanNo}`,
    values: {
      firstName: borrower.firstName,
      applicationNo,
      loanNo,
      link: pageAddress(config, data.portfolio, path),
    },
  })
}
