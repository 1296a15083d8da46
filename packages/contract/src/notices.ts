import { DELIVERY_STATES } from '@dolphin/domain/notices/delivery-state'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { personal } from './personal-fields.ts'
import { may } from './staff-rule.ts'
import { documentNo, instant, loanNo, portfolioId, queryPortfolioId, text } from './wire.ts'

export const noticeListCall = defineCall({
  name: 'noticeList',
  method: 'GET',
  path: '/dolphin-loan/online/notice/list',
  feature: 'notices',
  access: 'customer',
  request: { query: z.strictObject({ loanNo: loanNo.optional() }) },
  reply: z.strictObject({
    notices: z
      .array(
        z.strictObject({
          noticeNo: text(64),
          kind: text(60),
          loanNo: loanNo.nullable(),
          subject: text(300),
          /** The notice as plain text. */
          body: personal('decision', text(20_000)),
          sentAt: instant.nullable(),
          sentTo: personal('contact', text(254)),
          documentNo: documentNo.nullable(),
        }),
      )
      .max(500),
  }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The notices sent to the customer, newest first',
  source: 'ours',
})

const noticeNo = z
  .string()
  .regex(/^[\w-]{8,64}$/, 'A notice has 8 to 64 letters, digits, dashes and underscores')

const MOST_NOTICES = 100

export const listUndeliveredNoticeCall = defineCall({
  name: 'listUndeliveredNotice',
  method: 'GET',
  path: '/dolphin-ops/notice/undelivered',
  feature: 'notices',
  access: 'operations',
  staff: may('notice.resend'),
  request: {
    query: z.strictObject({
      portfolioId: queryPortfolioId,
      before: instant.optional(),
      /** Notices of law of which no report said how they ended, in place of those that failed. */
      which: z.enum(['failed', 'unknown']).optional(),
    }),
  },
  reply: z.strictObject({
    notices: z
      .array(
        z.strictObject({
          noticeNo,
          kind: text(60),
          channel: z.enum(['mail', 'sms']),
          loanNo: loanNo.nullable(),
          delivery: z.enum(DELIVERY_STATES),
          since: instant,
          /** It never left, so that it can be sent again. */
          mayRetry: z.boolean(),
          /** The rule that asks for it; null where none does. */
          rule: text(40).nullable(),
        }),
      )
      .max(MOST_NOTICES),
    /** To go on before; null where the list ends. */
    before: instant.nullable(),
  }),
  refusals: [],
  idempotent: false,
  summary: 'Notices that did not arrive, or notices of law of which that is unknown, the newest first',
  source: 'ours',
})

export const retryNoticeCall = defineCall({
  name: 'retryNotice',
  method: 'POST',
  path: '/dolphin-ops/notice/retry',
  feature: 'notices',
  access: 'operations',
  staff: may('notice.resend'),
  request: {
    body: z.strictObject({
      portfolioId,
      /** One notice; without it all that wait and all that failed by no fault of their address. */
      noticeNo: noticeNo.optional(),
    }),
  },
  reply: z.strictObject({ queued: z.int().nonnegative() }),
  refusals: ['notFound'],
  idempotent: true,
  summary: 'Sends notices that never left again, now',
  source: 'ours',
})

export const listPaperNoticeCall = defineCall({
  name: 'listPaperNotice',
  method: 'GET',
  path: '/dolphin-ops/paper-notice/list',
  feature: 'notices',
  access: 'operations',
  staff: may('paperQueue.print'),
  request: { query: z.strictObject({ portfolioId: queryPortfolioId }) },
  reply: z.strictObject({
    notices: z
      .array(
        z.strictObject({
          noticeNo,
          kind: text(60),
          loanNo,
          rule: text(40).nullable(),
          queuedAt: instant,
          printedAt: instant.nullable(),
          printedBy: text(120).nullable(),
        }),
      )
      .max(MOST_NOTICES),
  }),
  refusals: [],
  idempotent: false,
  summary: 'Notices to be printed and mailed, the oldest first',
  source: 'ours',
})

const paperNotices = { portfolioId, noticeNos: z.array(noticeNo).min(1).max(MOST_NOTICES) } as const

export const printPaperNoticeCall = defineCall({
  name: 'printPaperNotice',
  method: 'POST',
  path: '/dolphin-ops/paper-notice/print',
  feature: 'notices',
  access: 'operations',
  staff: may('paperQueue.print'),
  replyType: 'file',
  request: { body: z.strictObject(paperNotices) },
  reply: z.unknown(),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'One ZIP: a PDF for each notice, and the file of addresses',
  source: 'ours',
})

export const markPaperNoticeCall = defineCall({
  name: 'markPaperNotice',
  method: 'POST',
  path: '/dolphin-ops/paper-notice/mark',
  feature: 'notices',
  access: 'operations',
  staff: may('paperQueue.mark'),
  request: { body: z.strictObject(paperNotices) },
  reply: z.strictObject({
    mailed: z.array(noticeNo).max(MOST_NOTICES),
    /** Not marked: not in the queue, not printed yet, or mailed before. */
    left: z
      .array(z.strictObject({ noticeNo, because: z.enum(['notInQueue', 'notPrinted', 'mailedBefore']) }))
      .max(MOST_NOTICES),
  }),
  refusals: [],
  idempotent: true,
  summary: 'Notes that printed notices were put into the mail, and closes their work items',
  source: 'ours',
})
