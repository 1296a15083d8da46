import { sql } from 'drizzle-orm'
import { foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { customerKey, day, hash, instant, money, portfolioId } from './columns.ts'
import { loans } from './loan.ts'

/** A balanced set of ledger entries, linked to the one before by its hash. Append-only. */
export const ledgerPostings = pgTable(
  'ledger_postings',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    loanNo: text().notNull(),
    /** 1, 2, 3 … within the loan. */
    sequence: integer().notNull(),
    /** Of the posting whose hash is `previousHash`; null of the first. */
    previousSequence: integer().generatedAlwaysAs(sql`nullif("sequence" - 1, 0)`),
    kind: text().notNull(),
    /** What it books (a transaction's settlement, an accrual); booked once. */
    cause: text().notNull(),
    /** Entries it was booked with; the database refuses fewer and more. */
    entryCount: integer().notNull(),
    effectiveDate: day().notNull(),
    bookedAt: instant().notNull(),
    previousHash: hash().notNull(),
    hash: hash().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.loanNo, row.sequence, row.customerKey] }),
    uniqueIndex('ledger_postings_one_per_cause').on(row.portfolioId, row.loanNo, row.cause, row.customerKey),
    // What a posting and an entry name: the link before, and the number of entries (migration 0049).
    uniqueIndex('ledger_postings_by_hash').on(
      row.portfolioId,
      row.loanNo,
      row.sequence,
      row.hash,
      row.customerKey,
    ),
    uniqueIndex('ledger_postings_by_entry_count').on(
      row.portfolioId,
      row.loanNo,
      row.sequence,
      row.entryCount,
      row.customerKey,
    ),
    foreignKey({
      name: 'ledger_postings_continue_chain',
      columns: [row.portfolioId, row.loanNo, row.previousSequence, row.previousHash, row.customerKey],
      foreignColumns: [row.portfolioId, row.loanNo, row.sequence, row.hash, row.customerKey],
    }),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
  ],
)

/** One side of a posting: debits positive, credits negative; those of a posting sum to zero. Append-only. */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    loanNo: text().notNull(),
    sequence: integer().notNull(),
    /** 1, 2, 3 … within the posting. */
    line: integer().notNull(),
    /** As its posting says: all come in one statement, which the database judges whole. */
    entryCount: integer().notNull(),
    account: text().notNull(),
    amount: money().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.loanNo, row.sequence, row.line, row.customerKey] }),
    index('ledger_entries_by_account').on(row.portfolioId, row.loanNo, row.account),
    foreignKey({
      name: 'ledger_entries_as_many_as_booked',
      columns: [row.portfolioId, row.loanNo, row.sequence, row.entryCount, row.customerKey],
      foreignColumns: [
        ledgerPostings.portfolioId,
        ledgerPostings.loanNo,
        ledgerPostings.sequence,
        ledgerPostings.entryCount,
        ledgerPostings.customerKey,
      ],
    }),
  ],
)
