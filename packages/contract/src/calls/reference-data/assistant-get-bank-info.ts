import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { bankInfo } from '../../shapes/portfolio-theme.ts'
import { text } from '../../wire.ts'

export const assistantGetBankInfoCall = defineCall({
  name: 'assistantGetBankInfo',
  method: 'GET',
  path: '/dolphin-loan/assistant/get-bank-info',
  feature: 'reference-data',
  access: 'public',
  request: { query: z.strictObject({ rn: text(32) }) },
  reply: bankInfo,
  refusals: [],
  idempotent: false,
  summary: 'The bank of a routing number',
  source: 'product.md §7',
})
