import { z } from 'zod'
import { applicationNo, instant, isoDate, loanNo, portfolioId, text } from '../wire.ts'
import { loanStatusCode, loanSubStatus, trackerStepCode } from '../wire-codes.ts'

/** A loan as operations see it after a step. */
export const loanHead = z.strictObject({
  loanNo,
  applicationNo,
  portfolioId,
  customerName: text(200),
  loanStatus: loanStatusCode,
  subStatus: loanSubStatus.nullable(),
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

export const versionedKind = z.enum(['portfolio', 'product', 'form', 'policy', 'coupon', 'consent', 'notice'])

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
