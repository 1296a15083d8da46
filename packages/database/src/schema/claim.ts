import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { hash, portfolioId } from './columns.ts'

/*
 * What exists once over all customers. Where customers are spread over servers no server can see that alone: each is
 * claimed here, in the transaction that takes it. docs/decisions/customer-key.md
 */

/** Whose e-mail it is: one customer of a portfolio for each. */
export const customerEmails = pgTable(
  'customer_emails',
  {
    portfolioId: portfolioId(),
    emailIndex: hash().notNull(),
    openId: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.emailIndex] })],
)

/** Places under a coupon's total limit that are taken by live redemptions. */
export const couponPlaces = pgTable(
  'coupon_places',
  {
    portfolioId: portfolioId(),
    couponCode: text().notNull(),
    place: integer().notNull(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.couponCode, row.place] })],
)

/** Trace numbers that a file was cut with: the bank names an entry by it, so none is used twice. */
export const traceNumbers = pgTable(
  'trace_numbers',
  {
    portfolioId: portfolioId(),
    traceNumber: text().notNull(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.traceNumber] })],
)
