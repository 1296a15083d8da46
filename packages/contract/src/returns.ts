import { DISHONOR_CODES } from '@dolphin/domain/payments/dishonor'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { enteredApproval } from './shapes/approval.ts'
import { enters, may } from './staff-rule.ts'
import {
  instant,
  isoDate,
  loanNo,
  money,
  portfolioId,
  queryPortfolioId,
  recordDay,
  sha256,
  text,
  written,
} from './wire.ts'

/** What the bank said, or why the entry is of none of ours. */
const exceptionNote = written(500).trim().min(3, 'Say why')

/** What an entry of the bank brings, as far as its addenda says. */
export const entryKindSchema = z.enum(['return', 'noticeOfChange', 'dispute', 'unread'])

export const importReturnCall = defineCall({
  name: 'importReturn',
  method: 'POST',
  path: '/dolphin-ops/return/import',
  feature: 'payments',
  access: 'operations',
  staff: may('return.import'),
  requestType: 'multipart',
  request: { body: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: z.strictObject({
    sha256,
    returns: z.int().nonnegative(),
    notificationsOfChange: z.int().nonnegative(),
    alreadyKnown: z.int().nonnegative(),
    unmatched: z.array(z.strictObject({ line: z.int(), traceNumber: text(15), code: text(3) })).max(10_000),
    /**
     * Of the file; each is applied now, known, refused (read, not applied) or quarantined (not read). Null, as the kinds
     * are, in a reply of an earlier release.
     */
    entries: z.int().nonnegative().nullable(),
    kinds: z
      .array(
        z.strictObject({
          /** Null of a company that no portfolio has. */
          portfolioId: portfolioId.nullable(),
          kind: entryKindSchema,
          applied: z.int().nonnegative(),
          known: z.int().nonnegative(),
          refused: z.int().nonnegative(),
          quarantined: z.int().nonnegative(),
        }),
      )
      .max(1_000)
      .nullable(),
  }),
  refusals: ['notFound', 'importRefused', 'payloadTooLarge'],
  idempotent: true,
  summary: 'Takes a return file of the bank',
  source: 'ours',
})

/** What became of an entry of the bank; `solved`: another entry or a person has settled it since. */
const entryOutcome = z.enum(['applied', 'refused', 'unmatched', 'quarantined', 'solved'])

export const listBankEntryCall = defineCall({
  name: 'listBankEntry',
  method: 'GET',
  path: '/dolphin-ops/return/entry',
  feature: 'payments',
  access: 'operations',
  staff: may('loan.read'),
  request: { query: z.strictObject({ portfolioId: queryPortfolioId, day: recordDay }) },
  reply: z.strictObject({
    portfolioId,
    day: isoDate,
    entries: z
      .array(
        z.strictObject({
          at: instant,
          kind: entryKindSchema,
          /** Null, as all that follows, where it cannot be read. */
          code: text(3).nullable(),
          originalTrace: text(15).nullable(),
          amount: money.nullable(),
          loanNo: loanNo.nullable(),
          transactionNo: text(64).nullable(),
          outcome: entryOutcome,
          /** Why it waits, or what settled it. */
          reason: text(300).nullable(),
          workItemNo: text(16).nullable(),
          sha256,
          line: z.int(),
        }),
      )
      .max(10_000),
    /** The day has more. */
    isCut: z.boolean(),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'What the bank sent on a day, and what became of each entry',
  source: 'ours',
})

export const retryBankEntryCall = defineCall({
  name: 'retryBankEntry',
  method: 'POST',
  path: '/dolphin-ops/return/retry',
  feature: 'payments',
  access: 'operations',
  staff: may('return.import', 'server'),
  request: {
    body: z.strictObject({
      /** The work item of the entry or of its file; else the file by its hash, and the line of the entry. */
      workItemNo: text(16).optional(),
      sha256: sha256.optional(),
      line: z.int().positive().optional(),
    }),
  },
  reply: z.strictObject({
    sha256,
    /** Null where the whole file was tried. */
    line: z.int().nullable(),
    outcome: z.enum(['applied', 'refused', 'unmatched', 'quarantined', 'imported']),
    /** Why it still waits. */
    problem: text(300).nullable(),
  }),
  refusals: ['notFound', 'workItemOver', 'workItemHeld'],
  idempotent: true,
  summary: 'Tries an entry of the bank again that was kept',
  source: 'ours',
})

const rate = z.strictObject({
  kind: z.enum(['unauthorized', 'administrative', 'overall']),
  returns: z.int().nonnegative(),
  /** Percent with two places, rounded half up ("0.52"); null while nothing was sent. */
  rate: text(16).nullable(),
  /** Percent: "0.50". */
  limit: text(16),
  /** Beyond the limit a rule is broken, or an explanation is asked for. */
  consequence: z.enum(['rule', 'inquiry']),
  status: z.enum(['ok', 'near', 'over']),
})

export const returnRateCall = defineCall({
  name: 'returnRate',
  method: 'GET',
  path: '/dolphin-ops/return-rate',
  feature: 'payments',
  access: 'operations',
  staff: may('loan.read'),
  request: { query: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: z.strictObject({
    portfolioId,
    day: isoDate,
    windows: z
      .array(
        z.strictObject({
          kind: z.enum(['sixtyDays', 'twoMonths']),
          from: isoDate,
          to: isoDate,
          debits: z.int().nonnegative(),
          returns: z.array(z.strictObject({ code: text(3), count: z.int().positive() })).max(100),
          rates: z.array(rate).length(3),
        }),
      )
      .length(2),
  }),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'Return rates of a portfolio’s debits beside their limits',
  source: 'ours',
})

export const resolveExceptionCall = defineCall({
  name: 'resolveException',
  method: 'POST',
  path: '/dolphin-ops/return/resolve',
  feature: 'payments',
  access: 'operations',
  staff: enters('exception.resolve', 'workItem'),
  request: {
    body: z.discriminatedUnion('act', [
      /** The entry is about this transaction. */
      z.strictObject({
        act: z.literal('apply'),
        workItemNo: text(16),
        transactionNo: text(64),
        note: exceptionNote,
      }),
      /** A return that the bank had no right to send: it is dishonored with the next file, and not applied. */
      z.strictObject({
        act: z.literal('sendBack'),
        workItemNo: text(16),
        code: z.enum(DISHONOR_CODES),
        /** The transaction that was returned, where the trace number does not lead to it. */
        transactionNo: text(64).optional(),
        note: exceptionNote,
      }),
      /** Nothing of ours: the work item closes, and what it held goes on. */
      z.strictObject({ act: z.literal('ignore'), workItemNo: text(16), note: exceptionNote }),
    ]),
  },
  reply: z.strictObject({ workItemNo: text(16), approval: enteredApproval }),
  refusals: ['notFound', 'workItemOver', 'workItemHeld', 'exceptionRefused'],
  idempotent: true,
  summary:
    'Enters what becomes of an entry or file of the bank that no rule settles; another employee confirms it',
  source: 'ours',
})
