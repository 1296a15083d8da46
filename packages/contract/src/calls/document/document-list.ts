import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { documentEntry } from '../../shapes/document-entry.ts'
import { loanNo } from '../../wire.ts'

export const documentListCall = defineCall({
  name: 'documentList',
  method: 'GET',
  path: '/dolphin-loan/online/document/list',
  feature: 'document',
  access: 'customer',
  request: { query: z.strictObject({ loanNo: loanNo.optional() }) },
  reply: z.strictObject({ documents: z.array(documentEntry).max(1_000) }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: "The customer's documents, newest first",
  source: 'ours',
})
