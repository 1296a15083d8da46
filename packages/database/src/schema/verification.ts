import type { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { LinkFailure } from '@dolphin/domain/verification/link-failure'
import type { StatementRefusal } from '@dolphin/domain/verification/statement-refusal'
import { index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { customerKey, instant, portfolioId, sealed } from './columns.ts'

/** One attempt to link a bank through a provider. */
export const ibvRequests = pgTable(
  'ibv_requests',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    requestCode: text().notNull(),
    loanNo: text().notNull(),
    provider: text().notNull(),
    /** What the provider calls it; empty until its session is made. */
    providerReference: text().notNull().default(''),
    status: integer().$type<IbvStatus>().notNull(),
    /** The bank's name: as it was chosen, then as its report has it. */
    institution: text(),
    /** The bank in its provider's directory; null where none was chosen and none is known yet. */
    institutionId: text(),
    /** Why a person refused a statement, or the cause for which a link ended: codes of the domain's lists. */
    refusal: text().$type<StatementRefusal | LinkFailure>(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** When its provider is asked next, while it is open. */
    nextPollAt: instant().notNull().defaultNow(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.requestCode, row.customerKey] }),
    index('ibv_requests_by_loan').on(row.portfolioId, row.loanNo, row.createdAt),
    index('ibv_requests_by_reference').on(row.provider, row.providerReference),
    index('ibv_requests_by_status').on(row.status, row.updatedAt),
    index('ibv_requests_by_next_poll').on(row.status, row.nextPollAt),
    index('ibv_requests_by_customer').on(row.portfolioId, row.customerKey),
  ],
)

/** Accounts and transactions that a provider reported, encrypted as one JSON. */
export const ibvReports = pgTable(
  'ibv_reports',
  {
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    requestCode: text().notNull(),
    loanNo: text().notNull(),
    report: sealed().notNull(),
    receivedAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.requestCode, row.customerKey] }),
    index('ibv_reports_by_loan').on(row.portfolioId, row.loanNo, row.receivedAt),
  ],
)

/** Webhook events already taken, so that a replay does nothing. */
export const providerEvents = pgTable(
  'provider_events',
  {
    provider: text().notNull(),
    eventId: text().notNull(),
    receivedAt: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.provider, row.eventId] })],
)

/** Link sessions at outside providers: what an adapter must know again, on any node, to go on with one. */
export const ibvLinks = pgTable(
  'ibv_links',
  {
    provider: text().notNull(),
    providerSessionId: text().notNull(),
    requestCode: text().notNull(),
    portfolioId: portfolioId(),
    linkUrl: text().notNull(),
    returnUrl: text().notNull(),
    /** The bank that was chosen before the visit, in the provider's directory. */
    institutionId: text(),
    expiresAt: instant().notNull(),
    /** What the provider calls the linked bank; null until there is one. */
    connectionId: text(),
    /** Opens the linked bank's data; gone when the link is closed. */
    accessToken: sealed(),
    /** The last thing that the provider was asked to fetch beside what it fetches by itself. */
    askedFor: text().$type<'numbers' | 'owners'>(),
    /** When the borrower or the bank took the permission back: tokens that the bank gave are dead. */
    endedAt: instant(),
    closedAt: instant(),
  },
  (row) => [
    primaryKey({ columns: [row.provider, row.providerSessionId] }),
    uniqueIndex('ibv_links_by_request').on(row.provider, row.requestCode),
    index('ibv_links_by_connection').on(row.provider, row.connectionId),
  ],
)

/** Sessions of the sandbox bank, the stand-in for a provider outside production; what it knows, not what we know. */
export const sandboxBankSessions = pgTable(
  'sandbox_bank_sessions',
  {
    providerSessionId: text().primaryKey(),
    requestCode: text().notNull(),
    portfolioId: portfolioId(),
    returnUrl: text().notNull(),
    /** The bank that was chosen before the visit; null for the first one. */
    institutionId: text(),
    expiresAt: instant().notNull(),
    openedAt: instant(),
    signedInAt: instant(),
    username: text(),
    ownerName: text().notNull(),
    /** Account numbers that the person agreed to share; null while not asked. */
    sharedAccounts: text().array(),
  },
  (row) => [uniqueIndex('sandbox_bank_sessions_by_request').on(row.requestCode)],
)
