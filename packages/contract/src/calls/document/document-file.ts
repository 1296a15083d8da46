import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { documentNo } from '../../wire.ts'

export const documentFileCall = defineCall({
  name: 'documentFile',
  method: 'GET',
  path: '/dolphin-loan/online/document/{documentNo}',
  feature: 'document',
  access: 'customer',
  replyType: 'file',
  request: { params: z.strictObject({ documentNo }) },
  reply: z.unknown(),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The bytes of a document',
  source: 'ours',
})
