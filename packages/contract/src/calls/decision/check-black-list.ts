import { z } from 'zod'
import { defineCall } from '../../call.ts'

export const checkBlackListCall = defineCall({
  name: 'checkBlackList',
  method: 'GET',
  path: '/dolphin-loan/online/check-black-list',
  feature: 'decision',
  access: 'session',
  request: {},
  reply: z.strictObject({ blocked: z.boolean() }),
  refusals: [],
  idempotent: false,
  summary: 'Whether this person may not borrow; the reason stays in the audit',
  source: 'product.md §7',
})
