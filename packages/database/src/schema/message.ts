import type { Ticket } from '@dolphin/domain/channel/ticket'
import type { DeliveryState } from '@dolphin/domain/notices/delivery-state'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { customerKey, hash, instant, portfolioId, sealed } from './columns.ts'

/** Notices to be sent, written in the transaction of the fact they tell of. */
export const outbox = pgTable(
  'outbox',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    noticeId: text().notNull(),
    /** Says which notice it is; the same one is never queued twice. */
    dedupKey: text().notNull(),
    kind: text().notNull(),
    channel: text().$type<'mail' | 'sms'>().notNull().default('mail'),
    openId: text(),
    loanNo: text(),
    /** Of somebody without an account: what the page spoke. A customer's is with the customer. */
    language: text().$type<Locale>(),
    recipient: sealed().notNull(),
    /** Values for the template, encrypted JSON. */
    payload: sealed().notNull(),
    attempts: integer().notNull().default(0),
    nextAttemptAt: instant().notNull(),
    createdAt: instant().notNull(),
    sentAt: instant(),
    failedAt: instant(),
    /** How far it came, by the reports about it. */
    delivery: text().$type<DeliveryState>().notNull().default('queued'),
    deliveryAt: instant(),
    /** Of the mail provider or carrier that took it; null where that gave none. */
    providerId: text(),
    /** The recipient, for finding it again; null until it was first tried. */
    addressIndex: hash(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.noticeId, row.customerKey] }),
    uniqueIndex('outbox_one_per_notice').on(row.portfolioId, row.dedupKey, row.customerKey),
    index('outbox_by_provider_id').on(row.providerId).where(sql`"provider_id" is not null`),
    index('outbox_by_address').on(row.addressIndex).where(sql`"address_index" is not null`),
    index('outbox_not_delivered')
      .on(row.portfolioId, row.deliveryAt)
      .where(
        sql`"delivery" in ('undetermined', 'rejected', 'bouncedUnclear', 'bouncedSoft', 'bouncedHard', 'optedOut')`,
      ),
    index('outbox_unknown').on(row.portfolioId, row.sentAt).where(sql`"delivery" in ('accepted', 'delayed')`),
    index('outbox_by_loan').on(row.portfolioId, row.loanNo, row.createdAt),
    index('outbox_waiting').on(row.nextAttemptAt).where(sql`"sent_at" is null and "failed_at" is null`),
    index('outbox_failed').on(row.failedAt).where(sql`"failed_at" is not null`),
  ],
)

/** Mails and text messages as sent; what the mailbox page and the Documents page show. */
export const mails = pgTable(
  'mails',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    mailId: text().notNull(),
    kind: text().notNull(),
    channel: text().$type<'mail' | 'sms'>().notNull().default('mail'),
    openId: text(),
    loanNo: text(),
    recipient: sealed().notNull(),
    subject: text().notNull(),
    /** HTML and plain text as one encrypted JSON. */
    content: sealed().notNull(),
    sentAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.mailId, row.customerKey] }),
    index('mails_by_customer').on(row.portfolioId, row.openId, row.sentAt),
    index('mails_by_time').on(row.sentAt),
  ],
)

/** What happened, for the open pages of a customer. Ids ascend within a customer without gaps. */
export const tickets = pgTable(
  'tickets',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    id: bigint({ mode: 'number' }).notNull(),
    ticket: integer().$type<Ticket>().notNull(),
    data: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    at: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.openId, row.id] })],
)

/** Last ticket of each customer. Its row lock makes ids appear in the order of commits. */
export const ticketCounters = pgTable(
  'ticket_counters',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    lastId: bigint({ mode: 'number' }).notNull(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.openId] })],
)
