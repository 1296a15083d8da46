import type { DocumentRefusal, RequestableType } from '@dolphin/domain/applications/document-request'
import type { DocumentRequestState } from '@dolphin/domain/applications/document-request-state'
import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { customerKey, day, instant, portfolioId } from './columns.ts'
import { loans } from './loan.ts'

/** A document that a review asked its borrower for; its files are documents that name the request. */
export const documentRequests = pgTable(
  'document_requests',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    loanNo: text().notNull(),
    /** 1, 2, 3 … within the loan. */
    requestNo: integer().notNull(),
    documentType: integer().$type<RequestableType>().notNull(),
    /** Why, in a sentence that its borrower reads. */
    note: text().notNull(),
    state: text().$type<DocumentRequestState>().notNull(),
    askedBy: text().notNull(),
    askedAt: instant().notNull(),
    /** The last day for the borrower to send it. */
    answerBy: day().notNull(),
    /** 1, and one more after each refusal: files of earlier turns were refused. */
    turn: integer().notNull(),
    /** Of the newest refusal; it stays when another file comes. */
    refusal: text().$type<DocumentRefusal>(),
    decidedBy: text(),
    /** When it came to its state. */
    changedAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.loanNo, row.requestNo, row.customerKey] }),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
    uniqueIndex('document_requests_one_open')
      .on(row.portfolioId, row.loanNo, row.documentType, row.customerKey)
      .where(sql`"state" in ('asked', 'received', 'refused')`),
    index('document_requests_by_day')
      .on(row.portfolioId, row.answerBy)
      .where(sql`"state" in ('asked', 'refused')`),
  ],
)
