import type { ContactType, GrantType } from '@dolphin/domain/identity/codes'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { hash, instant, portfolioId, sealed } from './columns.ts'

/** A signed-in (or, by a resource, limited) session. Only hashes of its secrets are kept. */
export const sessions = pgTable(
  'sessions',
  {
    tokenHash: hash().primaryKey(),
    sessionId: text().notNull(),
    portfolioId: portfolioId(),
    /** Null in a limited session. */
    openId: text(),
    grantType: integer().$type<GrantType>().notNull(),
    /** The only application a limited session may touch. */
    limitedApplicationNo: text(),
    cookieHash: hash(),
    channelId: text().notNull(),
    /** Of a customer's session: names from the short lists of device-name.ts, never the user agent itself. */
    browser: text(),
    system: text(),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    /** When who they are was last proved, asked for again before money or bank data changes. */
    authenticatedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
  },
  (row) => [
    index('sessions_by_session_id').on(row.sessionId),
    index('sessions_by_channel_id').on(row.channelId),
    index('sessions_by_customer').on(row.portfolioId, row.openId),
    index('sessions_by_expiry').on(row.expiresAt),
  ],
)

/** A 6-digit code sent to prove a device or a contact, bound to the flow that asked for it. */
export const loginCodes = pgTable(
  'login_codes',
  {
    flowId: text().primaryKey(),
    portfolioId: portfolioId(),
    openId: text().notNull(),
    purpose: text().$type<'sign-in' | 'contact'>().notNull(),
    contactType: integer().$type<ContactType>().notNull(),
    /** How the code reaches its owner; an authenticator makes it itself. */
    sentBy: text().$type<'mail' | 'sms' | 'authenticator'>().notNull().default('mail'),
    /** Blind index of the address it went to: a code proves that address and no later one. */
    addressHash: hash(),
    codeHash: hash().notNull(),
    tries: integer().notNull().default(0),
    sent: integer().notNull().default(1),
    firstSentAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (row) => [
    index('login_codes_by_customer').on(row.portfolioId, row.openId),
    index('login_codes_by_expiry').on(row.expiresAt),
  ],
)

/** A device that its owner has signed in on. A trusted one need not be proved by a code again until it expires. */
export const trustedDevices = pgTable(
  'trusted_devices',
  {
    portfolioId: portfolioId(),
    openId: text().notNull(),
    deviceHash: hash().notNull(),
    trusted: boolean().notNull().default(true),
    trustedAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.openId, row.deviceHash] }),
    index('trusted_devices_by_expiry').on(row.expiresAt),
  ],
)

/** What a link in a mail stands for. It locates; it never authenticates. */
export const resources = pgTable(
  'resources',
  {
    tokenHash: hash().primaryKey(),
    portfolioId: portfolioId(),
    purpose: text().notNull(),
    /** Ids only: openId, applicationNo, loanNo, create account type. */
    subject: jsonb().$type<Readonly<Record<string, string | number>>>().notNull(),
    /** Personal data of the subject, such as the e-mail of an account not yet made. */
    sealedSubject: sealed(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    uses: integer().notNull().default(0),
    /** Null: as often as the loan's status fits. */
    maxUses: integer(),
    usedAt: instant(),
    failedTries: integer().notNull().default(0),
  },
  (row) => [index('resources_by_expiry').on(row.expiresAt)],
)
