import { findLoan } from '@dolphin/database/loans/loan-repository'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { assert } from '@dolphin/domain/assert'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { incompletenessDocument } from '@dolphin/domain/documents/origination-documents'
import { documentLender } from '@dolphin/domain/documents/party'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { storeLetterOnce } from '../documents/letter-once.ts'

export type CopyDeps = Pick<Deps, 'database' | 'cipher' | 'portfolios' | 'documents' | 'objects' | 'units'>

/** What a notice of incompleteness said. */
export interface IncompletenessNotice {
  readonly missing: readonly Localized[]
  /** When it was sent. */
  readonly at: Date
  /** The last day to answer, from the day on which it was sent. */
  readonly answerBy: (sentOn: LocalDate) => LocalDate
  /** Tells the notices of one loan apart; absent where there is but one. */
  readonly notice?: string
}

/** Keeps the copy of a notice of incompleteness under Documents; a second run finds it there. */
export async function storeIncompletenessCopy(
  deps: CopyDeps,
  key: LoanKey,
  { missing, at, answerBy, notice }: IncompletenessNotice,
): Promise<void> {
  const { db } = deps.database
  const data = deps.portfolios.byId(key.portfolioId)
  const loan = await findLoan(db, key)
  assert(data !== undefined && loan !== undefined, 'the loan of a notice is there')
  const borrower = await borrowerAddress(db, deps.cipher, loan)
  const { lender, theme, timeZone } = data.portfolio
  const noticeDate = dateIn(at, timeZone)
  const model = incompletenessDocument({
    lender: documentLender(lender, theme.primaryColor),
    applicant: borrower?.fullName ?? '',
    loanNo: loan.loanNo,
    noticeDate,
    missing,
    answerBy: answerBy(noticeDate),
  })
  await storeLetterOnce(deps, loan, { documentType: DocumentType.noia, model, about: notice }, at)
}
