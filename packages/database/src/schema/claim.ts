import { integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { customerKey, hash, portfolioId } from './columns.ts'

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

/**
 * Each loan's number with the key under which its rows lie, and whose application or loan under way it is: a number
 * exists once, and so does a customer's loan under way, whatever the keys. Null once it is repaid or over.
 */
export const loanDirectory = pgTable(
  'loan_directory',
  {
    portfolioId: portfolioId(),
    loanNo: text().notNull(),
    customerKey: customerKey(),
    underWayOf: text(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.loanNo] }),
    uniqueIndex('loan_directory_one_under_way').on(row.portfolioId, row.underWayOf),
  ],
)
