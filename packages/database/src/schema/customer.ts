import type { AccountStatus } from '@dolphin/domain/identity/account-status'
import type { ContactType } from '@dolphin/domain/identity/contact-type'
import {
  boolean,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { hash, instant, portfolioId, sealed } from './columns.ts'

/** A borrower at one portfolio. The same e-mail at two portfolios is two customers. */
export const customers = pgTable(
  'customers',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    emailIndex: hash().notNull(),
    email: sealed().notNull(),
    /** Names, birth date, address and the like as one encrypted JSON. */
    profile: sealed().notNull(),
    ssn: sealed(),
    ssnIndex: hash(),
    passwordHash: text(),
    accountStatus: integer().$type<AccountStatus>().notNull(),
    failedSignIns: integer().notNull().default(0),
    lastFailedAt: instant(),
    optInFlags: integer().notNull().default(0),
    totpSecret: sealed(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.openId] }),
    uniqueIndex('customers_one_per_email').on(row.portfolioId, row.emailIndex),
    index('customers_by_ssn').on(row.portfolioId, row.ssnIndex),
  ],
)

/** Ways to reach a customer, one of each type. */
export const contacts = pgTable(
  'contacts',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    contactType: integer().$type<ContactType>().notNull(),
    value: sealed().notNull(),
    verified: boolean().notNull().default(false),
    verifiedAt: instant(),
    updatedAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.openId, row.contactType] }),
    foreignKey({
      columns: [row.portfolioId, row.openId],
      foreignColumns: [customers.portfolioId, customers.openId],
    }),
  ],
)
