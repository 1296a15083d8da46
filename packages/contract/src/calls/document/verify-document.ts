import { z } from 'zod'
import { defineCall } from '../../call.ts'
import { documentTypeCode } from '../../wire-codes.ts'
import { instant, sha256 } from '../../wire.ts'

export const verifyDocumentCall = defineCall({
  name: 'verifyDocument',
  method: 'POST',
  path: '/verify-document',
  feature: 'document',
  access: 'public',
  requestType: 'multipart',
  request: { body: z.strictObject({}) },
  reply: z.strictObject({
    /** It was made by us. */
    ours: z.boolean(),
    /** Not a bit changed, not a byte appended. */
    whole: z.boolean(),
    sha256,
    documentType: documentTypeCode.nullable(),
    signedAt: instant.nullable(),
  }),
  refusals: ['unsupportedFile', 'payloadTooLarge', 'tooManyRequests'],
  idempotent: false,
  summary: 'Whether a PDF is ours and whole',
  source: 'ours',
})
