import { createHmac, timingSafeEqual } from 'node:crypto'
import { electronicRecordsTestDocument } from '@dolphin/domain/documents/notice-documents'
import type { DocumentLender } from '@dolphin/domain/documents/party'
import type { Deps } from '../../deps.ts'
import { type StoredFile, storeFile } from './document-vault.ts'

/** No letter or digit that is taken for another one. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRTUVWXY346789'
const CODE_LENGTH = 6

/** The sample page with the code. Source: E-SIGN, 15 USC 7001(c)(1)(C)(ii). */
export async function makeProof(
  { documents, objects }: Pick<Deps, 'documents' | 'objects'>,
  portfolioId: number,
  lender: DocumentLender,
  code: string,
  at: Date,
): Promise<StoredFile> {
  const { pdf } = await documents.render(electronicRecordsTestDocument({ lender, code }), at)
  return storeFile(objects, portfolioId, pdf, 'pdf')
}

/** A code that is easy to read in print. */
export function newProofCode({ random }: Pick<Deps, 'random'>): string {
  return Array.from(random.bytes(CODE_LENGTH), (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')
}

/** What is stored of a code: it opens nothing without the key. Case, spaces and dashes do not count. */
export function proofDigest({ keys }: Pick<Deps, 'keys'>, requestCode: string, code: string): string {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '')
  return createHmac('sha256', keys.derive('proof code')).update(`${requestCode}/${plain}`).digest('hex')
}

export function isProof(stored: string, typed: string): boolean {
  return stored.length === typed.length && timingSafeEqual(Buffer.from(stored), Buffer.from(typed))
}
