import type { DocumentRequest } from '@dolphin/database/applications/document-request-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  DOCUMENT_REFUSALS,
  type DocumentRefusal,
  REQUESTED_DOCUMENTS,
} from '@dolphin/domain/applications/document-request'
import { assert } from '@dolphin/domain/assert'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { pageAddress } from '../../config/page-address.ts'
import type { Deps } from '../../deps.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { BorrowerAddress } from '../borrowers/borrower-address.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'

type NoticeDeps = Pick<Deps, 'cipher' | 'keys' | 'config' | 'notices' | 'portfolios'>

/** A loan, and where its borrower is reached. */
interface LoanOfBorrower {
  readonly loan: Loan
  readonly borrower: BorrowerAddress
}

/** Notifies a borrower of the documents that a review asks for: the notice of 12 CFR 1002.9(c)(2). */
export async function notifyRequested(
  deps: NoticeDeps,
  unit: UnitOfWork,
  { loan, borrower }: LoanOfBorrower,
  requests: readonly [DocumentRequest, ...DocumentRequest[]],
): Promise<void> {
  const [{ requestNo, note, answerBy }] = requests
  await deps.notices.send(unit, {
    ...headOf(loan, borrower),
    kind: 'documentsRequested',
    dedupKey: `documentsRequested/${loan.loanNo}/${requestNo}`,
    values: {
      ...(await valuesOf(deps, unit, loan, borrower)),
      missing: requests.map(({ documentType }) => REQUESTED_DOCUMENTS[documentType]),
      note,
      answerBy: writtenDay(answerBy),
    },
  })
}

/** Notifies a borrower that a document is no use, why, and until when another one is taken. */
export async function notifyRefused(
  deps: NoticeDeps,
  unit: UnitOfWork,
  { loan, borrower }: LoanOfBorrower,
  { requestNo, turn, documentType, answerBy, reason }: DocumentRequest & { readonly reason: DocumentRefusal },
): Promise<void> {
  await deps.notices.send(unit, {
    ...headOf(loan, borrower),
    kind: 'documentRefused',
    dedupKey: `documentRefused/${loan.loanNo}/${requestNo}/${turn}`,
    values: {
      ...(await valuesOf(deps, unit, loan, borrower)),
      document: REQUESTED_DOCUMENTS[documentType],
      reason: DOCUMENT_REFUSALS[reason],
      answerBy: writtenDay(answerBy),
    },
  })
}

const headOf = ({ portfolioId, loanNo, openId }: Loan, { email }: BorrowerAddress) => ({
  portfolioId,
  loanNo,
  openId,
  recipient: email,
})

async function valuesOf(deps: NoticeDeps, unit: UnitOfWork, loan: Loan, { firstName }: BorrowerAddress) {
  const portfolio = deps.portfolios.byId(loan.portfolioId)?.portfolio
  assert(portfolio !== undefined, 'a loan belongs to a portfolio that is served')
  const { path } = await ensureLoanLink(deps, unit, loan, 'pendingApplication')
  return { firstName, loanNo: loan.loanNo, link: pageAddress(deps.config, portfolio, path) }
}
