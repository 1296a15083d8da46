import { createHmac, timingSafeEqual } from 'node:crypto'
import { achAuthorizationDocument, agreementDocument } from '@dolphin/domain/documents/agreement'
import { agreementFigures } from '@dolphin/domain/documents/agreement-figures'
import type { AgreementInput } from '@dolphin/domain/documents/agreement-input'
import { electronicRecordsTestDocument } from '@dolphin/domain/documents/notice-documents'
import { assert } from '@dolphin/domain/assert'
import { type StoredFile, storeFile } from '../documents/document-vault.ts'
import type { AgreementDeps } from './agreement-deps.ts'

/** No letter or digit that is taken for another one. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRTUVWXY346789'
const CODE_LENGTH = 6

type FileDeps = Pick<AgreementDeps, 'documents' | 'objects' | 'seals' | 'faultPoint'>

/** Renders the agreement as it is shown; its figures are read back from the PDF and compared to the cent. */
export async function makeAgreement(
  { documents, objects }: FileDeps,
  portfolioId: number,
  input: AgreementInput,
  at: Date,
): Promise<StoredFile> {
  const { pdf } = await documents.renderAgreement(agreementDocument(input), agreementFigures(input), at)
  return storeFile(objects, portfolioId, pdf, 'pdf')
}

/** Renders the signed agreement, checks its figures once more and seals it. Source: domain.md §8. */
export async function makeSealedAgreement(
  { documents, objects, seals, faultPoint }: FileDeps,
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
  faultPoint?.('signing: sealed, before the document is stored')
  return storeFile(objects, portfolioId, pdf, 'pdf')
}

/** The borrower's copy of the authorization of automatic payments. Source: 12 CFR 1005.10(b). */
export async function makeAuthorization(
  { documents, objects }: FileDeps,
  portfolioId: number,
  input: AgreementInput,
  at: Date,
): Promise<StoredFile> {
  const { pdf } = await documents.render(achAuthorizationDocument(input), at)
  return storeFile(objects, portfolioId, pdf, 'pdf')
}

/** The sample page with the code. Source: E-SIGN, 15 USC 7001(c)(1)(C)(ii). */
export async function makeProof(
  { documents, objects }: FileDeps,
  portfolioId: number,
  lender: AgreementInput['lender'],
  code: string,
  at: Date,
): Promise<StoredFile> {
  const { pdf } = await documents.render(electronicRecordsTestDocument({ lender, code }), at)
  return storeFile(objects, portfolioId, pdf, 'pdf')
}

/** A code that reads well from paper. */
export function newProofCode({ random }: Pick<AgreementDeps, 'random'>): string {
  return Array.from(random.bytes(CODE_LENGTH), (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')
}

/** What is stored of a code: it opens nothing without the key. Case, spaces and dashes do not count. */
export function proofDigest(
  { keys }: Pick<AgreementDeps, 'keys'>,
  requestCode: string,
  code: string,
): string {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '')
  return createHmac('sha256', keys.derive('proof code')).update(`${requestCode}/${plain}`).digest('hex')
}

export function isProof(stored: string, typed: string): boolean {
  return stored.length === typed.length && timingSafeEqual(Buffer.from(stored), Buffer.from(typed))
}
