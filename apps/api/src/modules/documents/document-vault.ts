import { insertDocument, type StoredDocument } from '@dolphin/database/documents/document-repository'
import { nextNumber } from '@dolphin/database/driver/serial'
import type { Executor } from '@dolphin/database/driver/executor'
import { Military } from '@dolphin/domain/loans/codes'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { contentKey, sha256Hex } from '@dolphin/integrations/objects/object-key'
import type { ObjectStore } from '@dolphin/integrations/objects/object-store'
import type { UnitOfWork } from '../../unit-of-work.ts'

const PDF = 'application/pdf'

/**
 * The role of a document for its reader. `shown`: an agreement before signing, and `proof`: the sample page with the
 * code; both can be opened, but only `record` is in the list of documents. `asked`: a statement whose columns its
 * sender has yet to name. `quarantined` has no owner.
 */
export type DocumentRole = 'record' | 'shown' | 'proof' | 'asked' | 'quarantined'

/** Bytes that are kept; no row tells of them yet. */
export interface StoredFile {
  readonly objectKey: string
  readonly sha256: string
  readonly sizeBytes: number
}

export type NewDocument = Pick<
  StoredDocument,
  'portfolioId' | 'openId' | 'loanNo' | 'documentType' | 'title' | 'sealedAt'
> & {
  readonly documentNo: string
  readonly role: DocumentRole
  /** Beside the role; no personal data. */
  readonly evidence?: Readonly<Record<string, unknown>>
  readonly mediaType?: string
}

/** Bytes to keep, the extension of their name, and the folder for them. */
interface NewFile {
  readonly bytes: Uint8Array
  readonly extension: string
  readonly folder?: 'documents' | 'quarantine'
}

/** Keeps bytes under a name that is their content. Outside of any transaction: a disk may be slow. */
export async function storeFile(
  objects: ObjectStore,
  portfolioId: number,
  { bytes, extension, folder = 'documents' }: NewFile,
): Promise<StoredFile> {
  const objectKey = contentKey(`${folder}/${portfolioId}`, bytes, extension)
  await objects.put(objectKey, bytes)
  return { objectKey, sha256: sha256Hex(bytes), sizeBytes: bytes.length }
}

/** Copies a file that an employee found harmless out of quarantine; undefined where its bytes are gone. */
export async function copyFromQuarantine(
  objects: ObjectStore,
  { portfolioId, objectKey }: Pick<StoredDocument, 'portfolioId' | 'objectKey'>,
  extension: string,
): Promise<StoredFile | undefined> {
  const bytes = await objects.get(objectKey)
  return bytes && (await storeFile(objects, portfolioId, { bytes, extension }))
}

/** A number for people, never given twice. */
export async function newDocumentNo(executor: Executor): Promise<string> {
  return await nextNumber(executor, 'document', 'D')
}

/** Records a kept file as a document. */
export async function recordDocument(
  unit: UnitOfWork,
  kept: StoredFile,
  { role, evidence = {}, mediaType = PDF, ...document }: NewDocument,
): Promise<void> {
  await insertDocument(unit.tx, {
    ...document,
    ...kept,
    mediaType,
    evidence: { ...evidence, role },
    createdAt: unit.now,
  })
}

/** Whether it is kept apart until an employee releases it. */
export const isInQuarantine = ({ evidence }: Pick<StoredDocument, 'evidence'>): boolean =>
  evidence['role'] === 'quarantined'

/** Whether a stored document stands in the borrower's list. */
export const isRecord = ({ evidence }: Pick<StoredDocument, 'evidence'>): boolean =>
  evidence['role'] === undefined || evidence['role'] === 'record'

/**
 * Whether a record stands in its borrower's list: the answer of the covered-borrower check only for who is covered, as
 * it says nothing of anyone else.
 */
export const isForBorrower = (document: Pick<StoredDocument, 'documentType' | 'evidence'>): boolean =>
  isRecord(document) &&
  (document.documentType !== DocumentType.militaryCertificate ||
    document.evidence['status'] === Military.military)

/** Documents as employees see them: records, and files in quarantine that no released copy stands for. */
export function documentsForStaff(documents: readonly StoredDocument[]): readonly StoredDocument[] {
  const released = new Set(documents.map(({ evidence }) => evidence['releasedFrom']))
  return documents.filter((one) => isRecord(one) || (isInQuarantine(one) && !released.has(one.documentNo)))
}
