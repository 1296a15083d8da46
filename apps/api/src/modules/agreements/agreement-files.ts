import { achAuthorizationDocument, agreementDocument } from '@dolphin/domain/documents/agreement'
import { agreementFigures } from '@dolphin/domain/documents/agreement-figures'
import type { AgreementInput } from '@dolphin/domain/documents/agreement-input'
import { assert } from '@dolphin/domain/assert'
import { type StoredFile, storeFile } from '../documents/document-vault.ts'
import type { AgreementDeps } from './agreement-deps.ts'

type FileDeps = Pick<AgreementDeps, 'documents' | 'objects' | 'seals'>

/** Renders the agreement as it is shown; its figures are read back from the PDF and compared to the cent. */
export async function makeAgreement(
  { documents, objects }: FileDeps,
  portfolioId: number,
  input: AgreementInput,
  at: Date,
): Promise<StoredFile> {
  const { pdf } = await documents.renderAgreement(agreementDocument(input), agreementFigures(input), at)
  return storeFile(objects, portfolioId, { bytes: pdf, extension: 'pdf' })
}

/** Renders the signed agreement, checks its figures once more and seals it. Source: domain.md §8. */
export async function makeSealedAgreement(
  { documents, objects, seals }: FileDeps,
  portfolioId: number,
  input: AgreementInput,
  at: Date,
): Promise<StoredFile> {
  const identity = seals.get(portfolioId)
  assert(identity !== undefined, 'every portfolio has a seal')
  const rendered = await documents.renderAgreement(agreementDocument(input), agreementFigures(input), at)
  const { legalName, email, address } = input.lender
  const { pdf } = await documents.seal(rendered.pdf, {
    identity,
    at,
    reason: `Signed electronically by ${input.borrower.name}`,
    name: legalName,
    contact: email,
    location: `${address.city}, ${address.state}`,
  })
  return storeFile(objects, portfolioId, { bytes: pdf, extension: 'pdf' })
}

/** The borrower's copy of the authorization of automatic payments. Source: 12 CFR 1005.10(b). */
export async function makeAuthorization(
  { documents, objects }: FileDeps,
  portfolioId: number,
  input: AgreementInput,
  at: Date,
): Promise<StoredFile> {
  const { pdf } = await documents.render(achAuthorizationDocument(input), at)
  return storeFile(objects, portfolioId, { bytes: pdf, extension: 'pdf' })
}
