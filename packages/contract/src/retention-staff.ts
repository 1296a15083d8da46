import { HOLD_SCOPES } from '@dolphin/domain/retention/hold'
import { RETENTION_CLASSES } from '@dolphin/domain/retention/schedule'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { enteredApproval } from './shapes/approval.ts'
import { enters, may } from './staff-rule.ts'
import { instant, portfolioId, queryPortfolioId, text, written } from './wire.ts'

const recordClass = z.enum(RETENTION_CLASSES as readonly [string, ...string[]])

/** What is past its period, by class. */
const retentionTally = z.strictObject({
  version: z.int().min(1),
  classes: z
    .array(
      z.strictObject({
        recordClass,
        due: z.int().nonnegative(),
        /** Past its period, and kept by a legal hold. */
        held: z.int().nonnegative(),
        /** Trigger of the oldest that is due; null where none is, and where they are only counted. */
        oldest: instant.nullable(),
      }),
    )
    .max(40),
})

export const previewRetentionCall = defineCall({
  name: 'previewRetention',
  method: 'GET',
  path: '/dolphin-ops/retention',
  feature: 'privacy',
  access: 'operations',
  staff: may('system.jobs', 'server'),
  request: {},
  reply: retentionTally,
  refusals: [],
  idempotent: false,
  summary: 'How many records of each class a run would erase now; changes nothing',
  source: 'ours',
})

export const runRetentionCall = defineCall({
  name: 'runRetention',
  method: 'POST',
  path: '/dolphin-ops/retention/run',
  feature: 'privacy',
  access: 'operations',
  staff: may('system.jobs', 'server'),
  request: { body: z.strictObject({}) },
  reply: retentionTally,
  refusals: [],
  idempotent: true,
  summary: 'Erases now what the night would: records past their period that no hold keeps',
  source: 'ours',
})

const holdNo = z.string().regex(/^H\d{9,12}$/, 'A hold looks like H000000012')
const reason = written(500).trim().min(3, 'Say why')

export const setLegalHoldCall = defineCall({
  name: 'setLegalHold',
  method: 'POST',
  path: '/dolphin-ops/legal-hold',
  feature: 'privacy',
  access: 'operations',
  staff: enters('person.legalHold'),
  request: {
    body: z.strictObject({
      portfolioId,
      scope: z.enum(HOLD_SCOPES),
      /** The openId, loan number, application number or class of records. */
      subject: z.string().trim().min(1).max(64),
      reason,
    }),
  },
  reply: z.strictObject({ approval: enteredApproval }),
  refusals: ['notFound', 'legalHoldRefused'],
  idempotent: true,
  summary: 'Enters a legal hold: nothing of what it covers is erased, whatever its period',
  source: 'ours',
})

export const liftLegalHoldCall = defineCall({
  name: 'liftLegalHold',
  method: 'POST',
  path: '/dolphin-ops/legal-hold/lift',
  feature: 'privacy',
  access: 'operations',
  staff: enters('person.legalHold'),
  request: { body: z.strictObject({ portfolioId, holdNo, reason }) },
  reply: z.strictObject({ approval: enteredApproval }),
  refusals: ['legalHoldRefused'],
  idempotent: true,
  summary: 'Enters the end of a legal hold',
  source: 'ours',
})

export const listLegalHoldCall = defineCall({
  name: 'listLegalHold',
  method: 'GET',
  path: '/dolphin-ops/legal-hold',
  feature: 'privacy',
  access: 'operations',
  staff: enters('person.legalHold'),
  request: { query: z.strictObject({ portfolioId: queryPortfolioId.optional() }) },
  reply: z.strictObject({
    holds: z
      .array(
        z.strictObject({
          holdNo,
          portfolioId,
          scope: z.enum(HOLD_SCOPES),
          subject: text(64),
          reason: text(500),
          setBy: text(120),
          confirmedBy: text(120),
          setAt: instant,
          liftedAt: instant.nullable(),
          liftReason: text(500).nullable(),
        }),
      )
      .max(1_000),
  }),
  refusals: [],
  idempotent: false,
  summary: 'The legal holds of portfolios, those that were lifted among them',
  source: 'ours',
})
