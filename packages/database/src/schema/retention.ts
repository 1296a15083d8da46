import type { DataRequestKind } from '@dolphin/domain/retention/data-request'
import type { HoldScope } from '@dolphin/domain/retention/hold'
import type { RetentionClass } from '@dolphin/domain/retention/schedule'
import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { day, instant, portfolioId, sealed } from './columns.ts'

/** Numbers legal holds and requests about one's data. */
export const retentionSerial = pgSequence('retention_serial')

/** The erase log: one line for each object that was erased, without a word of its content. Append-only. */
export const erasures = pgTable(
  'erasures',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    /** 0: of the server, not of one portfolio. */
    portfolioId: integer().notNull(),
    recordClass: text().$type<RetentionClass>().notNull(),
    /** "loan/…", "account/…", "mail/…", "object/…": what is gone. */
    subject: text().notNull(),
    ruleVersion: integer().notNull(),
    /** Its period was over, or two employees carried out its owner's request. */
    cause: text().$type<'period' | 'request'>().notNull(),
    at: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.id] }),
    index('erasures_by_subject').on(row.portfolioId, row.subject),
  ],
)

/** Objects whose rows are erased and whose bytes the store has yet to let go of. */
export const objectRemovals = pgTable('object_removals', {
  objectKey: text().primaryKey(),
  notedAt: instant().notNull(),
})

/** What may not be erased while it is open, whatever its period. Two people set it and two lift it. */
export const legalHolds = pgTable(
  'legal_holds',
  {
    /** "H" and nine digits. */
    holdNo: text().primaryKey(),
    portfolioId: portfolioId(),
    scope: text().$type<HoldScope>().notNull(),
    /** The openId, loan number, application number or class. */
    subject: text().notNull(),
    /** Null once what was held is erased. */
    reason: sealed(),
    setBy: text().notNull(),
    confirmedBy: text().notNull(),
    setAt: instant().notNull(),
    liftReason: sealed(),
    liftedBy: text(),
    liftConfirmedBy: text(),
    liftedAt: instant(),
  },
  (row) => [
    uniqueIndex('legal_holds_one_open')
      .on(row.portfolioId, row.scope, row.subject)
      .where(sql`"lifted_at" is null`),
    check(
      'legal_holds_two_people',
      sql`"set_by" <> "confirmed_by" and ("lifted_by" is null or "lifted_by" <> "lift_confirmed_by")`,
    ),
  ],
)

/** A customer's request about their own data, and its answer. */
export const dataRequests = pgTable(
  'data_requests',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    /** "P" and nine digits. */
    requestNo: text().notNull(),
    kind: text().$type<DataRequestKind>().notNull(),
    /** What is wrong, in the customer’s words; empty where nothing was said. */
    details: sealed().notNull(),
    askedAt: instant().notNull(),
    /** The last day for the answer. */
    due: day().notNull(),
    answeredAt: instant(),
    answeredBy: text(),
    outcome: text().$type<'done' | 'inPart' | 'refused'>(),
    /** JSON: the words of the answer, and what is kept until when. */
    answer: sealed(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.openId, row.requestNo] }),
    uniqueIndex('data_requests_one_open')
      .on(row.portfolioId, row.openId, row.kind)
      .where(sql`"answered_at" is null`),
    index('data_requests_answered').on(row.answeredAt).where(sql`"answered_at" is not null`),
  ],
)
