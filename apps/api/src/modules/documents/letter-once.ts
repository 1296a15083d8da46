import { listDocumentsOfLoan } from '@dolphin/database/documents/document-repository'
import { type Loan, lockLoan } from '@dolphin/database/loans/loan-repository'
import type { DocumentModel } from '@dolphin/domain/documents/document-model'
import type { DocumentType } from '@dolphin/domain/documents/document-type'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { newDocumentNo, recordDocument, storeFile } from './document-vault.ts'

/** A letter to the borrower. `about` tells letters of one type apart. */
interface Letter {
  readonly documentType: DocumentType
  readonly model: DocumentModel
  readonly about?: string | undefined
}

/**
 * Renders a letter off the event loop and puts it under Documents, one of its type for each `about`, and one that names
 * none: a second run finds it there.
 */
export async function storeLetterOnce(
  { documents, objects, units }: Pick<Deps, 'documents' | 'objects' | 'units'>,
  { portfolioId, loanNo, openId }: Loan,
  { documentType, model, about }: Letter,
  at: Date,
): Promise<void> {
  const { pdf } = await documents.render(model, at)
  const kept = await storeFile(objects, portfolioId, { bytes: pdf, extension: 'pdf' })
  const key = { portfolioId, loanNo }
  await units.write(async (unit) => {
    await lockLoan(unit.tx, key)
    const present = await listDocumentsOfLoan(unit.tx, key)
    const isPresent = present.some(
      (one) => one.documentType === documentType && one.evidence['about'] === about,
    )
    if (isPresent) return ok(undefined)
    await recordDocument(unit, kept, {
      ...key,
      openId,
      documentNo: await newDocumentNo(unit.tx),
      documentType,
      title: model.title,
      sealedAt: null,
      role: 'record',
      evidence: about === undefined ? {} : { about },
    })
    return ok(undefined)
  })
}
