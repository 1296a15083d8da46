import { createHmac, timingSafeEqual } from 'node:crypto'
import { listOwnDocuments } from '@dolphin/database/documents/document-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Owner } from '@dolphin/database/driver/owner'
import { electronicRecordsTestDocument } from '@dolphin/domain/documents/notice-documents'
import type { DocumentLender } from '@dolphin/domain/documents/party'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { Deps } from '../../deps.ts'
import { type StoredFile, storeFile } from './document-vault.ts'

/** No letter or digit that is taken for another one. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRTUVWXY346789'
const CODE_LENGTH = 6

/** Who sends the sample page, and the code that stands on it. */
interface ProofPage {
  readonly lender: DocumentLender
  readonly code: string
}

/** The sample page with the code. Source: E-SIGN, 15 USC 7001(c)(1)(C)(ii). */
export async function makeProof(
  { documents, objects }: Pick<Deps, 'documents' | 'objects'>,
  portfolioId: number,
  { lender, code }: ProofPage,
  at: Date,
): Promise<StoredFile> {
  return storeFile(objects, portfolioId, {
    bytes: await renderProof({ documents }, lender, code, at),
    extension: 'pdf',
  })
}

/** The same page, stored nowhere; the same code at the same instant gives the same bytes. */
export async function renderProof(
  { documents }: Pick<Deps, 'documents'>,
  lender: DocumentLender,
  code: string,
  at: Date,
): Promise<Uint8Array> {
  return (await documents.render(electronicRecordsTestDocument({ lender, code }), at)).pdf
}

/** A code that is easy to read in print. */
export const newProofCode = ({ random }: Pick<Deps, 'random'>): string => inLetters(random.bytes(CODE_LENGTH))

/** The code that goes with a mailed link: the same whenever its page is opened, so that nothing has to be stored. */
export function proofCodeOfLink({ keys }: Pick<Deps, 'keys'>, tokenHash: string): string {
  const bytes = createHmac('sha256', keys.derive('proof code of a link')).update(tokenHash).digest()
  return inLetters(bytes.subarray(0, CODE_LENGTH))
}

const inLetters = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join('')

/** What is stored of a code: it opens nothing without the key. Case, spaces and dashes do not count. */
export function proofDigest({ keys }: Pick<Deps, 'keys'>, requestCode: string, code: string): string {
  const plain = code.toUpperCase().replaceAll(/[\s-]/g, '')
  return createHmac('sha256', keys.derive('proof code')).update(`${requestCode}/${plain}`).digest('hex')
}

/** What to do about a code that is not the one in the file. */
export const WRONG_CODE: Localized = {
  en: 'This is not the code in the file. Open the file and type its 6 letters and digits.',
  es: 'Este no es el código del archivo. Abra el archivo y escriba sus 6 letras y números.',
}

export function isProof(stored: string, typed: string): boolean {
  return stored.length === typed.length && timingSafeEqual(Buffer.from(stored), Buffer.from(typed))
}

/** Evidence of a sample page whose code was read, outside of any signing. */
export const proofReadAt = (at: Date) => ({ codeReadAt: at.toISOString() })

/** When codes of a customer's sample pages were read, outside of any signing. */
export async function recordsProofInstants(executor: Executor, owner: Owner): Promise<readonly string[]> {
  const documents = await listOwnDocuments(executor, owner)
  return documents.flatMap(({ evidence: { codeReadAt } }) =>
    typeof codeReadAt === 'string' ? [codeReadAt] : [],
  )
}
