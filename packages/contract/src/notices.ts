import { z } from 'zod'
import { defineCall } from './call.ts'
import { documentNo, instant, loanNo, text } from './wire.ts'

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
          body: text(20_000),
          sentAt: instant.nullable(),
          sentTo: text(254),
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
