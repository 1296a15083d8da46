import type { DishonorCode } from '@dolphin/domain/payments/dishonor'
import { sql } from 'drizzle-orm'
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
    loanNo: text().notNull(),
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

/**
 * A return that is sent back to the bank as dishonored: what tells it from others, where it stands, and what became of
 * it. One that was dropped before its file may be planned anew.
 */
export const dishonoredReturns = pgTable(
  'dishonored_returns',
  {
    portfolioId: portfolioId(),
    /** "D" and nine digits. */
    dishonorNo: text().notNull(),
    code: text().$type<DishonorCode>().notNull(),
    /** The return: identified as in ach_inbox_entries. */
    originalTrace: text().notNull(),
    returnCode: text().notNull(),
    amount: money().notNull(),
    bankTrace: text().notNull(),
    bankDate: text().notNull(),
    /** Its place: the hash of its file, which is kept, and the line of its entry. */
    sha256: hash().notNull(),
    line: integer().notNull(),
    /** The entry of ours that it is about; null where there is none. */
    loanNo: text(),
    transactionNo: text(),
    state: text().$type<'planned' | 'sent' | 'contested' | 'uncontested' | 'dropped'>().notNull(),
    plannedAt: instant().notNull(),
    /** From its file on. */
    traceNumber: text(),
    fileNo: text(),
    effectiveDate: day(),
    /** Why it was dropped, or by which code it was contested. */
    endedFor: text(),
    endedAt: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.dishonorNo] }),
    uniqueIndex('dishonored_returns_once')
      .on(row.portfolioId, row.originalTrace, row.returnCode, row.amount, row.bankTrace, row.bankDate)
      .where(sql`"state" <> 'dropped'`),
    uniqueIndex('dishonored_returns_by_trace').on(row.portfolioId, row.traceNumber),
    index('dishonored_returns_open')
      .on(row.portfolioId, row.state, row.dishonorNo)
      .where(sql`"state" in ('planned', 'sent')`),
    index('dishonored_returns_by_loan').on(row.portfolioId, row.loanNo),
  ],
)
