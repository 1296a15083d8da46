import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import type { AgreementInput } from '@dolphin/domain/documents/agreement-input'
import type { DocumentModel } from '@dolphin/domain/documents/document-model'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import {
  federalDisclosureDocument,
  privacyNoticeDocument,
} from '@dolphin/domain/documents/origination-documents'
import { ConsentKind } from '@dolphin/domain/portfolios/consent-template'
import { consentWords } from '../consents/consent-template-view.ts'
import { newDocumentNo, recordDocument, storeFile, type StoredFile } from '../documents/document-vault.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { AgreementDeps } from './agreement-deps.ts'

/** A disclosure that the borrower has before signing, to keep. */
export interface GivenDisclosure {
  readonly documentType: DocumentType
  readonly title: string
  readonly kept: StoredFile
  /** What it is a disclosure of: the same is given once. */
  readonly about: string
}

type MadeOf = Pick<AgreementDeps, 'documents' | 'objects' | 'portfolios'>

/**
 * Makes the federal disclosure of these terms and the privacy notice in force, outside of any transaction.
 * Sources: 12 CFR 1026.17(b), before consummation; 12 CFR 1016.4(a)(1), no later than the customer relationship.
 */
export async function makeDisclosures(
  deps: MadeOf,
  { portfolioId, termsDigest }: Pick<Loan, 'portfolioId' | 'termsDigest'>,
  input: AgreementInput,
  at: Date,
): Promise<readonly GivenDisclosure[]> {
  const data = deps.portfolios.byId(portfolioId)
  const words = data?.consents.find(({ kind }) => kind === ConsentKind.creditTermsAndPrivacy)
  assert(data !== undefined && words !== undefined, 'a portfolio has its words on privacy')
  const { lender, documentDate: date } = input
  const { version } = words
  const { summary, text } = consentWords(words, data.portfolio)
  const make = async (documentType: DocumentType, model: DocumentModel, about: string) => {
    const { pdf } = await deps.documents.render(model, at)
    const kept = await storeFile(deps.objects, portfolioId, { bytes: pdf, extension: 'pdf' })
    return { documentType, title: model.title, kept, about }
  }
  const privacy = privacyNoticeDocument({ lender, date, version, summary, text })
  return [
    await make(DocumentType.federalDisclosure, federalDisclosureDocument(input), termsDigest ?? ''),
    await make(DocumentType.privacyNotice, privacy, `version ${version}`),
  ]
}

/** Records the disclosures with the loan; one of the same terms, or the same version, is there already. */
export async function recordDisclosures(
  unit: UnitOfWork,
  { portfolioId, loanNo, openId }: Loan,
  disclosures: readonly GivenDisclosure[],
): Promise<void> {
  const present = await listDocumentsOfLoan(unit.tx, { portfolioId, loanNo })
  for (const { documentType, title, kept, about } of disclosures) {
    const isGiven = present.some(
      (one) => one.documentType === documentType && one.evidence['about'] === about,
    )
    if (isGiven) continue
    await recordDocument(unit, kept, {
      portfolioId,
      loanNo,
      openId,
      documentNo: await newDocumentNo(unit.tx),
      documentType,
      title,
      sealedAt: null,
      role: 'record',
      evidence: { about },
    })
  }
}
