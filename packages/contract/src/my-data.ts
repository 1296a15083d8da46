import { DATA_REQUEST_KINDS } from '@dolphin/domain/retention/data-request'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { dataRequest, keptFile } from './shapes/data-request.ts'
import { isoDate, text, written } from './wire.ts'

export const readMyDataCall = defineCall({
  name: 'readMyData',
  method: 'GET',
  path: '/dolphin-customer/my-data',
  feature: 'privacy',
  access: 'customer',
  request: {},
  reply: z.strictObject({
    /** What would be kept if everything were to be deleted today, and until when. */
    kept: z.array(keptFile).max(200),
    requests: z.array(dataRequest).max(200),
  }),
  refusals: [],
  idempotent: false,
  summary: 'What is kept of the signed-in customer and until when, and their requests',
  source: 'ours',
})

export const copyMyDataCall = defineCall({
  name: 'copyMyData',
  method: 'GET',
  path: '/dolphin-customer/my-data/copy',
  feature: 'privacy',
  access: 'customer',
  replyType: 'file',
  request: { query: z.strictObject({ format: z.enum(['json', 'pdf']) }) },
  reply: z.unknown(),
  refusals: ['recentSignInRequired', 'tooManyRequests'],
  idempotent: false,
  summary: 'A copy of everything on file about the customer, for machines or for people',
  source: 'ours',
})

export const requestMyDataCall = defineCall({
  name: 'requestMyData',
  method: 'POST',
  path: '/dolphin-customer/my-data/request',
  feature: 'privacy',
  access: 'customer',
  request: {
    body: z
      .strictObject({
        kind: z.enum(DATA_REQUEST_KINDS),
        /** What is wrong and what is right; a deletion needs no words. */
        details: written(2_000).trim(),
      })
      .refine(({ kind, details }) => kind === 'deletion' || details.length >= 3, {
        path: ['details'],
        message: 'Say what is wrong and what is right',
      }),
  },
  reply: z.strictObject({
    requestNo: text(20),
    /** The last day for the answer. */
    answerBy: isoDate,
  }),
  refusals: ['recentSignInRequired', 'tooManyRequests'],
  idempotent: true,
  summary: 'Asks for a correction or the deletion of one’s data; one that is open is answered again',
  source: 'ours',
})
