import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import type { WorkOutcome } from '@dolphin/domain/work-items/putting-off'
import { sql } from 'drizzle-orm'
import {
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { day, instant } from './columns.ts'

export const workItemSerial = pgSequence('work_item_serial')

/** What needs a person. Append-only but for who took it, its due day, what was done, and its end. */
export const workItems = pgTable(
  'work_items',
  {
    /** 0: of the server, not of one portfolio. */
    portfolioId: integer().notNull(),
    /** "W" and nine digits; ascends in time over all portfolios. */
    workItemNo: text().notNull(),
    kind: text().$type<WorkItemKind>().notNull(),
    /** "loan/…", "transaction/…", "file/…", "job/…": what it is about. */
    subject: text().notNull(),
    /** The loan it is about; null where it is about none, or may be about several. */
    loanNo: text(),
    /** Loans that it may be about. */
    concerns: text().array().notNull().default([]),
    since: instant().notNull(),
    /** The day by which a person acts. */
    due: day().notNull(),
    reason: text().notNull(),
    /** JSON without names and account numbers. */
    facts: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    takenBy: text(),
    takenAt: instant(),
    /** Put off: it rests until this day. What was done, and by whom, is of the last time. */
    comesBackOn: day(),
    outcome: text().$type<WorkOutcome>(),
    outcomeNote: text(),
    outcomeBy: text(),
    outcomeAt: instant(),
    closedAt: instant(),
    closedBy: text(),
    closedFor: text(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.workItemNo] }),
    uniqueIndex('work_items_one_open')
      .on(row.portfolioId, row.kind, row.subject)
      .where(sql`"closed_at" is null`),
    index('work_items_open').on(row.due, row.since).where(sql`"closed_at" is null`),
    index('work_items_by_subject').on(row.portfolioId, row.kind, row.subject),
    index('work_items_by_loan').on(row.portfolioId, row.loanNo, row.since),
    index('work_items_by_concern').using('gin', row.concerns),
    index('work_items_queue').on(row.kind, row.due, row.workItemNo).where(sql`"closed_at" is null`),
  ],
)
