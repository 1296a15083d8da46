import type { DocumentType } from '@dolphin/domain/documents/document-type'
import type { SignStatus } from '@dolphin/domain/loans/codes'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { customerKey, hash, instant, portfolioId } from './columns.ts'

/** What happened at a signing, kept as proof: steps, hashes, address, browser. No secrets, no SSN. */
export type Evidence = Readonly<Record<string, unknown>>

/** One signing of one document. */
export const signingSessions = pgTable(
  STORED_NAMES.table.signingSessions,
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    requestCode: text().notNull(),
    loanNo: text().notNull(),
    openId: text(),
    signStatus: integer().$type<SignStatus>().notNull(),
    /** Terms for which it was opened; other terms need another signing session. */
    termsDigest: hash().notNull(),
    documentNo: text(),
    documentHash: hash(),
    evidence: jsonb().$type<Evidence>().notNull(),
    openedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    signedAt: instant(),
    updatedAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.requestCode, row.customerKey] }),
    // 0 not signed and 5 suspended: still to be signed.
    uniqueIndex('ceremonies_one_open_per_loan')
      .on(row.portfolioId, row.loanNo, row.customerKey)
      .where(sql`"sign_status" in (0, 5)`),
    uniqueIndex('ceremonies_one_signed_per_terms')
      .on(row.portfolioId, row.loanNo, row.termsDigest, row.customerKey)
      .where(sql`"sign_status" = 1`),
    index('ceremonies_by_loan').on(row.portfolioId, row.loanNo, row.openedAt),
    index('ceremonies_by_expiry').on(row.signStatus, row.expiresAt),
    index('signing_sessions_by_input').on(sql`(evidence ->> 'inputKey')`),
    index('signing_sessions_by_mark').on(sql`(evidence #>> '{reservation,markKey}')`),
  ],
)

/** A stored document; its bytes lie in the object store under `objectKey`. */
export const documents = pgTable(
  'documents',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    documentNo: text().notNull(),
    openId: text(),
    loanNo: text(),
    documentType: integer().$type<DocumentType>().notNull(),
    title: text().notNull(),
    mediaType: text().notNull(),
    sha256: hash().notNull(),
    sizeBytes: integer().notNull(),
    objectKey: text().notNull(),
    evidence: jsonb().$type<Evidence>().notNull(),
    /** When it was sealed with a digital signature; null for uploads and unsealed letters. */
    sealedAt: instant(),
    createdAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.documentNo, row.customerKey] }),
    index('documents_by_customer').on(row.portfolioId, row.openId, row.createdAt),
    index('documents_by_loan').on(row.portfolioId, row.loanNo),
    index('documents_by_hash').on(row.sha256),
    index('documents_by_object').on(row.objectKey),
  ],
)

/** Each tick or refusal of a consent, with the version of its text. The latest counts. Append-only. */
export const consentsGiven = pgTable(
  'consents_given',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    /** 1, 2, 3 … within the customer. */
    sequence: integer().notNull(),
    kind: text().notNull(),
    templateVersion: text().notNull(),
    given: boolean().notNull(),
    ipAddress: text().notNull(),
    userAgent: text().notNull(),
    at: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.openId, row.sequence] })],
)
