import { foreignKey, index, pgSequence, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { hash, instant, portfolioId, sealed } from './columns.ts'
import { customers } from './customer.ts'

/**
 * Keyed hashes by which staff find a customer whose fields are sealed, written in the transaction of the field. They come
 * of LASTING_KEYS; a job writes them anew. docs/guides/keys.md
 */
export const findTokens = pgTable(
  'find_tokens',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    /** Which field they are of: "profile", "email" or "contact/3"; all of a source are replaced together. */
    source: text().notNull(),
    token: hash().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.openId, row.source, row.token] }),
    index('find_tokens_by_token').on(row.token, row.portfolioId),
    foreignKey({
      columns: [row.portfolioId, row.openId],
      foreignColumns: [customers.portfolioId, customers.openId],
    }).onDelete('cascade'),
  ],
)

export const noteSerial = pgSequence('note_serial')

/** What employees write into a customer's file for one another; the customer does not read it. Append-only. */
export const customerNotes = pgTable(
  'customer_notes',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    /** "N" and nine digits; ascends in time. */
    noteNo: text().notNull(),
    /** Which loan it is about; null for the customer as a whole. */
    loanNo: text(),
    text: sealed().notNull(),
    author: text().notNull(),
    at: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.openId, row.noteNo] }),
    index('customer_notes_by_loan').on(row.portfolioId, row.loanNo),
    foreignKey({
      columns: [row.portfolioId, row.openId],
      foreignColumns: [customers.portfolioId, customers.openId],
    }).onDelete('cascade'),
  ],
)
