import { z } from 'zod'
import { applicationNo, instant, isoDate, loanNo, portfolioId, text } from '../wire.ts'
import { loanStatusCode, loanSubStatus, reviewStatusCode, trackerStepCode } from '../wire-codes.ts'

/** A loan as operations see it after a step. */
export const loanHead = z.strictObject({
  loanNo,
  applicationNo,
  portfolioId,
  customerName: text(200),
  loanStatus: loanStatusCode,
  subStatus: loanSubStatus.nullable(),
  reviewStatus: reviewStatusCode.nullable(),
  trackerStep: trackerStepCode.nullable(),
})

/** One row of history or audit: who did what, when and why. Never personal data. */
export const auditEvent = z.strictObject({
  eventNo: text(64),
  at: instant,
  actor: text(120),
  event: text(64),
  loanNo: loanNo.nullable(),
  from: text(60).nullable(),
  to: text(60).nullable(),
  cause: text(300),
})

export const versionedKind = z.enum([
  'portfolio',
  'product',
  'form',
  'policy',
  'coupon',
  'consent',
  'notice',
  'picture',
])

/** One entry of the audit stream. Personal data that got into its facts are masked. */
export const auditEntry = z.strictObject({
  /** audit: written by the server with its hash chain · page: reported by a page (record-business-data). */
  source: z.enum(['audit', 'page']),
  eventNo: text(200),
  at: instant,
  actor: text(120),
  event: text(64),
  /** A loan number, an openId, or what else the entry is about. */
  subject: text(120),
  facts: z.record(z.string(), z.unknown()),
})

const fields = z.record(z.string(), z.unknown())

/** A data file of a portfolio as it stands in JSON. */
export const versionedContent = z.union([fields, z.array(fields).max(1_000)])

/** One difference between two contents, each side as JSON; null where it has nothing there. */
export const contentChange = z.strictObject({
  path: text(300),
  before: text(400).nullable(),
  after: text(400).nullable(),
})

/** What the server takes for now. */
export const serverClock = z.strictObject({
  now: instant,
  /** Seconds ahead of the machine's own clock. */
  aheadSeconds: z.int(),
  /** False in production. */
  movable: z.boolean(),
  timeZone: text(60),
  today: isoDate,
  isBankingDay: z.boolean(),
  nextBankingDay: isoDate,
})
