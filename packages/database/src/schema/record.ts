import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { customerKey, hash, instant, portfolioId, sealed } from './columns.ts'

/** First answer to a request that acts, given again to its repetitions. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    /** The key's owner, portfolio included: no caller reads another's response. */
    owner: text().notNull(),
    key: text().notNull(),
    call: text().notNull(),
    bodyHash: hash().notNull(),
    /** Encrypted, for it may hold a token; null while the first request runs. */
    answer: sealed(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.owner, row.key] }),
    index('idempotency_keys_by_expiry').on(row.expiresAt),
  ],
)

/** Who did what to whom, hash-chained within its subject. Append-only. */
export const auditEvents = pgTable(
  'audit_events',
  {
    portfolioId: portfolioId(),
    /** What it is about: a loan number, an openId, or "portfolio". */
    subject: text().notNull(),
    /** 1, 2, 3 … within the subject. */
    sequence: integer().notNull(),
    action: text().notNull(),
    actor: text().notNull(),
    /** Facts without personal data. */
    facts: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    at: instant().notNull(),
    previousHash: hash().notNull(),
    hash: hash().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.subject, row.sequence] }),
    index('audit_events_by_time').on(row.portfolioId, row.at),
  ],
)

/**
 * Portfolio data as they were at each version: what a deploy shipped, and what was published since. Append-only,
 * so that a stored decision, answer or consent can be read against the text that it was made under.
 */
export const portfolioVersions = pgTable(
  'portfolio_versions',
  {
    portfolioId: portfolioId(),
    kind: text().notNull(),
    /** Which of its kind: a form's code, a consent's or notice's kind; else the kind itself. */
    key: text().notNull(),
    version: integer().notNull(),
    /** shipped: recorded from the data files at a start · published: through the operations calls. */
    origin: text().$type<'shipped' | 'published'>().notNull(),
    content: jsonb().$type<unknown>().notNull(),
    digest: hash().notNull(),
    author: text().notNull(),
    note: text().notNull(),
    publishedAt: instant().notNull(),
    effectiveFrom: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.kind, row.key, row.version] })],
)

/**
 * A portfolio's data as one employee entered them whole, and as another published them; or the way back to what was
 * before such a release. Nothing is in effect until it is confirmed.
 */
export const portfolioReleases = pgTable(
  'portfolio_releases',
  {
    portfolioId: portfolioId(),
    /** 1, 2, 3 … within the portfolio. */
    number: integer().notNull(),
    act: text().$type<'publish' | 'rollBack'>().notNull(),
    /** What it puts in effect, by the file's name below the portfolio's folder; only what differs. */
    files: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    digest: hash().notNull(),
    note: text().notNull(),
    enteredBy: text().notNull(),
    enteredAt: instant().notNull(),
    /** The newest version of each file when it was entered. */
    before: jsonb().$type<Readonly<Record<string, number>>>().notNull(),
    confirmedBy: text(),
    confirmedAt: instant(),
    /** The newest version of each file once it was published. */
    after: jsonb().$type<Readonly<Record<string, number>>>(),
  },
  (row) => [primaryKey({ columns: [row.portfolioId, row.number] })],
)

/** Business events that pages report (record-business-data). Append-only. */
export const businessEvents = pgTable(
  'business_events',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity(),
    portfolioId: portfolioId(),
    customerKey: customerKey(),
    openId: text(),
    event: text().notNull(),
    payload: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    at: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.portfolioId, row.id, row.customerKey] }),
    index('business_events_by_time').on(row.portfolioId, row.at),
  ],
)

/** Sampled page and click events without personal data (save-behavior-record). */
export const behaviorRecords = pgTable(
  'behavior_records',
  {
    id: bigint({ mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    portfolioId: portfolioId(),
    source: text().notNull(),
    event: text().notNull(),
    payload: jsonb().$type<Readonly<Record<string, unknown>>>().notNull(),
    at: instant().notNull(),
  },
  (row) => [index('behavior_records_by_time').on(row.portfolioId, row.at)],
)

/** How often something was tried in the present window. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    /** What is limited and for whom; people by hash only. */
    key: text().primaryKey(),
    windowEndsAt: instant().notNull(),
    count: integer().notNull(),
  },
  (row) => [index('rate_limits_by_end').on(row.windowEndsAt)],
)
