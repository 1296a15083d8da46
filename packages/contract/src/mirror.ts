import { z } from 'zod'
import { defineCall } from './call.ts'
import { may } from './staff-rule.ts'
import { instant, openId, portfolioId, text, written } from './wire.ts'

const mirrorNo = z
  .string()
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, 'This view cannot be right. Open it again from the customer’s file')

/** A view of a customer's own pages, as its band says it. */
const mirror = z.strictObject({
  mirrorNo,
  openId,
  portfolioId,
  portfolioName: text(120),
  /** Of the customer; empty while no name is known. */
  firstName: text(200),
  /** As the employee said it. */
  reason: text(200),
  openedAt: instant,
  /** When it ends by itself. */
  until: instant,
  /** False once it was ended, its time is up, or the customer's account is gone. */
  open: z.boolean(),
})

export const openMirrorCall = defineCall({
  name: 'openMirror',
  method: 'POST',
  path: '/dolphin-ops/mirror',
  feature: 'customer-files',
  access: 'operations',
  staff: may('mirror.view', 'customer'),
  request: {
    body: z.strictObject({ openId, reason: written(200).trim().min(3, 'Say why') }),
  },
  reply: mirror,
  refusals: ['notFound'],
  idempotent: true,
  summary:
    'Opens a view of a customer’s own pages for 15 minutes, read only; it stands in the customer’s history',
  source: 'ours',
})

export const showMirrorCall = defineCall({
  name: 'showMirror',
  method: 'GET',
  path: '/dolphin-ops/mirror/{mirrorNo}',
  feature: 'customer-files',
  access: 'operations',
  staff: may('mirror.view', 'ownPortfolios'),
  request: { params: z.strictObject({ mirrorNo }) },
  reply: mirror,
  refusals: ['notFound'],
  idempotent: false,
  summary: 'A view that the employee opened: of whom, why, and until when',
  source: 'ours',
})

export const endMirrorCall = defineCall({
  name: 'endMirror',
  method: 'POST',
  path: '/dolphin-ops/mirror/end',
  feature: 'customer-files',
  access: 'operations',
  staff: may('mirror.view', 'ownPortfolios'),
  request: { body: z.strictObject({ mirrorNo }) },
  reply: mirror,
  refusals: ['notFound'],
  idempotent: true,
  summary: 'Ends a view of a customer’s own pages',
  source: 'ours',
})
