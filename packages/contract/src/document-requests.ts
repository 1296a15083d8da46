import { DOCUMENT_REFUSAL_CODES, REQUESTABLE_TYPES } from '@dolphin/domain/applications/document-request'
import { DOCUMENT_REQUEST_STATES } from '@dolphin/domain/applications/document-request-state'
import { z } from 'zod'
import { defineCall } from './call.ts'
import { may } from './staff-rule.ts'
import { loanHead } from './shapes/loan-head.ts'
import { documentNo, fromDigits, instant, isoDate, loanNo, serialNo, text, written } from './wire.ts'

const requestableType = z.union(REQUESTABLE_TYPES.map((type) => z.literal(type)))

/** Enough for a reason, in one or two sentences. */
const NOTE_LENGTH = 500

/** One document that a review asked for. */
const documentRequest = z.strictObject({
  requestNo: serialNo,
  documentType: requestableType,
  name: text(120),
  /** Why, in a sentence of the employee who asked. */
  note: text(NOTE_LENGTH),
  state: z.enum(DOCUMENT_REQUEST_STATES),
  /** The last day to send it. */
  answerBy: isoDate,
  /** That day has passed and nothing came; it is still taken until the application is decided. */
  overdue: z.boolean(),
  /** Why what was sent is no use; null where nothing is wrong. */
  reason: text(500).nullable(),
})

/** A file that came for a request. */
const sentFile = z.strictObject({ documentNo, sentAt: instant, bytes: z.int().nonnegative() })

const MOST_REQUESTS = 200
/** Of all turns: a refused file stays beside the next one. */
const MOST_FILES = 200

const requestedDocuments = z.strictObject({
  loanNo,
  requests: z
    .array(
      z.strictObject({
        ...documentRequest.shape,
        state: z.enum(DOCUMENT_REQUEST_STATES).exclude(['notNeeded']),
        files: z.array(sentFile).max(MOST_FILES),
        mayUpload: z.boolean(),
      }),
    )
    .max(MOST_REQUESTS),
})

const documentRequests = z.strictObject({
  ...loanHead.shape,
  /** Whom the application waits for, and until when; null once it is decided. */
  waitsFor: z.enum(['borrower', 'staff', 'server', 'batch']).nullable(),
  waitsUntil: isoDate.nullable(),
  requests: z
    .array(
      z.strictObject({
        ...documentRequest.shape,
        askedBy: text(200),
        askedAt: instant,
        decidedBy: text(200).nullable(),
        changedAt: instant,
        files: z
          .array(
            z.strictObject({
              ...sentFile.shape,
              mediaType: text(100),
              /** A PDF that is not accepted yet: it was not read here and may be unsafe to open. */
              quarantined: z.boolean(),
            }),
          )
          .max(MOST_FILES),
      }),
    )
    .max(MOST_REQUESTS),
})

export const listRequestedDocumentCall = defineCall({
  name: 'listRequestedDocument',
  method: 'GET',
  path: '/dolphin-loan/online/requested-document/list',
  feature: 'applications',
  access: 'session',
  request: { query: z.strictObject({ loanNo }) },
  reply: requestedDocuments,
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The documents that the review of an application asks its borrower for; none once it is decided',
  source: 'ours',
})

export const uploadRequestedDocumentCall = defineCall({
  name: 'uploadRequestedDocument',
  method: 'POST',
  path: '/dolphin-loan/online/requested-document/upload',
  feature: 'applications',
  access: 'session',
  requestType: 'multipart',
  request: { body: z.strictObject({ loanNo, requestNo: fromDigits(serialNo) }) },
  reply: requestedDocuments,
  refusals: [
    'loanNotFound',
    'notFound',
    'documentNotNeeded',
    'unsupportedFile',
    'payloadTooLarge',
    'fileUnreadable',
    'tooManyRequests',
  ],
  idempotent: true,
  summary: 'Takes a document that a review asked for as PDF, JPEG or PNG, at most 10 MB',
  source: 'ours',
})

export const requestDocumentsCall = defineCall({
  name: 'requestDocuments',
  method: 'POST',
  path: '/dolphin-ops/document-request',
  feature: 'applications',
  access: 'operations',
  staff: may('review.askForMore'),
  request: {
    body: z.strictObject({
      loanNo,
      documentTypes: z
        .array(requestableType)
        .min(1, 'Name at least one document')
        .max(REQUESTABLE_TYPES.length),
      note: written(NOTE_LENGTH).trim().min(1, 'Say why in a sentence: the borrower reads it'),
      answerBy: isoDate,
    }),
  },
  reply: documentRequests,
  refusals: ['loanNotFound', 'reviewDecisionRefused', 'workItemHeld'],
  idempotent: true,
  summary: 'Asks the borrower of a loan in review for documents; one asked for before is asked for anew',
  source: 'ours',
})

export const listDocumentRequestCall = defineCall({
  name: 'listDocumentRequest',
  method: 'GET',
  path: '/dolphin-ops/document-request',
  feature: 'applications',
  access: 'operations',
  staff: may('loan.read'),
  readsCustomer: true,
  request: { query: z.strictObject({ loanNo }) },
  reply: documentRequests,
  refusals: ['loanNotFound'],
  idempotent: false,
  summary: 'The documents that reviews of a loan asked for, and what came',
  source: 'ours',
})

export const documentRequestFileCall = defineCall({
  name: 'documentRequestFile',
  method: 'GET',
  path: '/dolphin-ops/document-request/{loanNo}/file/{documentNo}',
  feature: 'applications',
  access: 'operations',
  staff: may('review.askForMore'),
  readsCustomer: true,
  replyType: 'file',
  request: { params: z.strictObject({ loanNo, documentNo }) },
  reply: z.unknown(),
  refusals: ['loanNotFound', 'notFound'],
  idempotent: false,
  summary: 'The bytes of a document that came for a request',
  source: 'ours',
})

const decision = { loanNo, requestNo: serialNo, note: written(2_000) }

export const acceptDocumentCall = defineCall({
  name: 'acceptDocument',
  method: 'POST',
  path: '/dolphin-ops/document-request/accept',
  feature: 'applications',
  access: 'operations',
  staff: may('review.askForMore'),
  request: { body: z.strictObject(decision) },
  reply: documentRequests,
  refusals: ['loanNotFound', 'notFound', 'reviewDecisionRefused'],
  idempotent: true,
  summary: 'Accepts a document that came for a request',
  source: 'ours',
})

export const refuseDocumentCall = defineCall({
  name: 'refuseDocument',
  method: 'POST',
  path: '/dolphin-ops/document-request/refuse',
  feature: 'applications',
  access: 'operations',
  staff: may('review.askForMore'),
  request: { body: z.strictObject({ ...decision, reason: z.enum(DOCUMENT_REFUSAL_CODES) }) },
  reply: documentRequests,
  refusals: ['loanNotFound', 'notFound', 'reviewDecisionRefused'],
  idempotent: true,
  summary: 'Refuses a document; the borrower gets the reason and may send another',
  source: 'ours',
})
