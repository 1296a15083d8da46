import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { customerKey, day, hash, instant, money, portfolioId } from './columns.ts'
import { transactions } from './payment.ts'

/** A NACHA file as cut; sent once. */
export const achFiles = pgTable(
  'ach_files',
  {
    portfolioId: portfolioId(),
    fileNo: text().notNull(),
    /** Banking day of the batch run, and A to Z, 0 to 9 within it. */
    businessDate: day().notNull(),
    fileIdModifier: text().notNull(),
    sha256: hash().notNull(),
    objectKey: text().notNull(),
    entryCount: integer().notNull(),
    debitTotal: money().notNull(),
    creditTotal: money().notNull(),
    createdAt: instant().notNull(),
    sentAt: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.fileNo] }),
    uniqueIndex('ach_files_modifier').on(row.portfolioId, row.businessDate, row.fileIdModifier),
    uniqueIndex('ach_files_sha256').on(row.portfolioId, row.sha256),
    index('ach_files_unsent').on(row.sentAt, row.createdAt),
  ],
)

/** Which file carries a transaction. The key makes it exactly one. */
export const achEntries = pgTable(
  'ach_entries',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    transactionNo: text().notNull(),
    fileNo: text().notNull(),
    traceNumber: text().notNull(),
    amount: money().notNull(),
    effectiveDate: day().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.transactionNo, row.customerKey] }),
    index('ach_entries_by_file').on(row.portfolioId, row.fileNo),
    foreignKey({
      columns: [row.portfolioId, row.fileNo],
      foreignColumns: [achFiles.portfolioId, achFiles.fileNo],
    }),
    foreignKey({
      columns: [row.portfolioId, row.transactionNo, row.customerKey],
      foreignColumns: [transactions.portfolioId, transactions.transactionNo, transactions.customerKey],
    }),
  ],
)
