import type { DocumentRequest } from '@dolphin/database/applications/document-request-repository'
import { listDocumentsOfLoan, type StoredDocument } from '@dolphin/database/documents/document-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { LoanKey } from '@dolphin/database/driver/owner'
import { documentsForStaff } from '../documents/document-vault.ts'

/** A file that came for a request. */
export interface RequestFile {
  readonly requestNo: number
  /** Of the request when it came. */
  readonly turn: number
  readonly document: StoredDocument
}

/** All files that came for a loan's requests, oldest first; a released one in place of its quarantined twin. */
export async function listRequestFiles(executor: Executor, loan: LoanKey): Promise<RequestFile[]> {
  const documents = documentsForStaff(await listDocumentsOfLoan(executor, loan)).toReversed()
  return documents.flatMap((document) => {
    const { requestNo, turn } = document.evidence
    return typeof requestNo === 'number' && typeof turn === 'number' ? [{ requestNo, turn, document }] : []
  })
}

/** Of a request's files those that were not refused. */
export const filesOfTurn = (
  files: readonly RequestFile[],
  { requestNo, turn }: Pick<DocumentRequest, 'requestNo' | 'turn'>,
): readonly StoredDocument[] =>
  files.filter((file) => file.requestNo === requestNo && file.turn === turn).map(({ document }) => document)
