import type { AccountStatus, ContactType } from '@dolphin/domain/identity/codes'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { bigint, boolean, foreignKey, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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
    /** Flags that an employee set for the customer, who alone takes them back. */
    staffOptOuts: integer().notNull().default(0),
    /** What the pages spoke when they last signed in; notices speak it too. */
    language: text().$type<Locale>().notNull().default('en'),
    totpSecret: sealed(),
    /** Rises with every contact that changes: what a form of contacts names as the version it read. */
    contactsVersion: integer().notNull().default(0),
    /** Shown to the customer and not yet confirmed by a code. */
    totpPendingSecret: sealed(),
    /** 30-second step of the last code taken: none is taken twice (RFC 6238 §5.2). */
    totpLastStep: bigint({ mode: 'number' }),
    /** Last answer of an application that is not made yet; null where the profile holds none. */
    begunAt: instant(),
    /** The lasting key under which the find tokens were written last; null where they never were. */
    findKey: text(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.openId] }),
    index('customers_by_ssn').on(row.portfolioId, row.ssnIndex),
    index('customers_by_find_key').on(row.findKey),
  ],
)

/** Codes that stand for the authenticator when it is lost, each once. Only keyed digests are kept. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    codeHash: hash().notNull(),
    createdAt: instant().notNull(),
    usedAt: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.openId, row.codeHash] }),
    foreignKey({
      columns: [row.portfolioId, row.openId],
      foreignColumns: [customers.portfolioId, customers.openId],
    }),
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
