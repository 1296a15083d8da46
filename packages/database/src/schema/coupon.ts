import { sql } from 'drizzle-orm'
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { customerKey, hash, instant, portfolioId } from './columns.ts'
import { customers } from './customer.ts'
import { loans } from './loan.ts'

/** A personal coupon in a customer's hand. Append-only. */
export const couponGrants = pgTable(
  'coupon_grants',
  {
    portfolioId: portfolioId(),
    couponCode: text().notNull(),
    openId: text().notNull(),
    /** Digest of the link that brought it. */
    tokenHash: hash().notNull(),
    /** "employee:<id>" */
    issuedBy: text().notNull(),
    issuedAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.couponCode, row.openId] }),
    foreignKey({
      columns: [row.portfolioId, row.openId],
      foreignColumns: [customers.portfolioId, customers.openId],
    }),
  ],
)

/**
 * A coupon on a loan: reserved while it can still be taken off, used once the loan is signed, released otherwise.
 * Every live one holds a place of its own under the coupon's limits, so that no race can pass them.
 */
export const couponRedemptions = pgTable(
  'coupon_redemptions',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    redemptionNo: text().notNull(),
    couponCode: text().notNull(),
    couponVersion: integer().notNull(),
    openId: text().notNull(),
    loanNo: text().notNull(),
    state: text().$type<'reserved' | 'used' | 'released'>().notNull(),
    /** 1, 2, 3 … among all customers' live ones, at most the coupon's total limit. */
    place: integer().notNull(),
    /** 1, 2, 3 … among the customer's live ones, at most the coupon's limit for a customer. */
    customerPlace: integer().notNull(),
    /** What the coupon gave when it was applied. */
    benefit: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    reservedAt: instant().notNull(),
    usedAt: instant(),
    releasedAt: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.redemptionNo, row.customerKey] }),
    uniqueIndex('coupon_redemptions_one_per_customer_place')
      .on(row.portfolioId, row.couponCode, row.openId, row.customerPlace, row.customerKey)
      .where(sql`"state" <> 'released'`),
    uniqueIndex('coupon_redemptions_one_per_loan')
      .on(row.portfolioId, row.loanNo, row.customerKey)
      .where(sql`"state" <> 'released'`),
    index('coupon_redemptions_by_customer').on(row.portfolioId, row.openId, row.reservedAt),
    foreignKey({
      columns: [row.portfolioId, row.loanNo, row.customerKey],
      foreignColumns: [loans.portfolioId, loans.loanNo, loans.customerKey],
    }),
  ],
)
