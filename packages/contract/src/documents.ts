import { z } from 'zod'
import { defineCall } from './call.ts'
import { documentEntry } from './shapes/document-entry.ts'
import { documentNo, instant, loanNo, sha256 } from './wire.ts'
import { documentTypeCode } from './wire-codes.ts'

export const documentFileCall = defineCall({
  name: 'documentFile',
  method: 'GET',
  path: '/dolphin-loan/online/document/{documentNo}',
  feature: 'documents',
  access: 'customer',
  replyType: 'file',
  request: { params: z.strictObject({ documentNo }) },
  reply: z.unknown(),
  refusals: ['notFound'],
  idempotent: false,
  summary: 'The bytes of a document',
  source: 'ours',
})

export const documentListCall = defineCall({
  name: 'documentList',
  method: 'GET',
  path: '/dolphin-loan/online/document/list',
  feature: 'documents',
  access: 'customer',
  request: { query: z.strictObject({ loanNo: loanNo.optional() }) },
  reply: z.strictObject({ documents: z.array(documentEntry).max(1_000) }),
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: "The customer's documents, newest first",
  source: 'ours',
})

export const verifyDocumentCall = defineCall({
  name: 'verifyDocument',
  method: 'POST',
  path: '/verify-document',
  feature: 'documents',
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
