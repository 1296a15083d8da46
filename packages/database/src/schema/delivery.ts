import type { DeliveryEvent } from '@dolphin/domain/notices/delivery-state'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { customerKey, hash, instant, portfolioId, sealed } from './columns.ts'

/** Reports about notices, each once: the proof of what arrived. Append-only. */
export const deliveryEvents = pgTable(
  'delivery_events',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    noticeId: text().notNull(),
    /** Names the report and what it says; the same one is stored once. */
    eventId: text().notNull(),
    openId: text(),
    loanNo: text(),
    /** Who reported it: our own mail server, the return mailbox, or a provider. */
    source: text().notNull(),
    event: text().$type<DeliveryEvent>().notNull(),
    /** "5.1.1", or a provider's code. */
    status: text(),
    mailboxFull: boolean().notNull(),
    at: instant().notNull(),
    /** The report as it came, shortened; null where our own server was told. */
    evidence: sealed(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.noticeId, row.eventId, row.customerKey] }),
    index('delivery_events_by_loan').on(row.portfolioId, row.loanNo, row.at),
  ],
)

/** Addresses and numbers of customers that get nothing more until the customer proves them again. */
export const suspendedAddresses = pgTable(
  'suspended_addresses',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    addressIndex: hash().notNull(),
    /** Which report suspended it. */
    event: text().$type<DeliveryEvent>().notNull(),
    since: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.openId, row.addressIndex] })],
)

/** Notices of law that no electronic way reached: printed and mailed by staff. */
export const paperNotices = pgTable(
  'paper_notices',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    noticeId: text().notNull(),
    loanNo: text().notNull(),
    kind: text().notNull(),
    queuedAt: instant().notNull(),
    printedAt: instant(),
    printedBy: text(),
    /** The address that was printed, encrypted JSON. */
    address: sealed(),
    /** The letter as it was printed, in the object store; null until then, and of letters printed before it was kept. */
    objectKey: text(),
    sha256: hash(),
    sizeBytes: integer(),
    mailedAt: instant(),
    mailedBy: text(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.noticeId, row.customerKey] }),
    index('paper_notices_by_loan').on(row.portfolioId, row.loanNo, row.queuedAt),
    index('paper_notices_by_object').on(row.objectKey).where(sql`"object_key" is not null`),
  ],
)
