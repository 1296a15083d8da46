import type { ForReaders } from '../../reader-words.ts'
import { storedTitle } from './document-title.ts'
import type { documentEntry } from '@dolphin/contract/shapes/document-entry'
import type { StoredDocument } from '@dolphin/database/documents/document-repository'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'

/** A document as lists show it; its bytes come by their own call. */
export function documentEntryOf(stored: StoredDocument): z.output<typeof documentEntry> {
  const { documentNo, loanNo, documentType, title, createdAt, sealedAt, sizeBytes, sha256 } = stored
  return {
    documentNo,
    loanNo,
    documentType,
    title,
    createdAt: isoInZone(createdAt, NEW_YORK),
    signedAt: sealedAt === null ? null : isoInZone(sealedAt, NEW_YORK),
    bytes: sizeBytes,
    sha256,
  }
}

/** The same for its borrower, named in the reader's language. */
export const documentView = (stored: StoredDocument): ForReaders<z.output<typeof documentEntry>> => ({
  ...documentEntryOf(stored),
  title: storedTitle(stored.title),
})
