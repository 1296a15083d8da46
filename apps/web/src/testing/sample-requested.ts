import { REQUESTED_DOCUMENTS } from '@dolphin/domain/applications/document-request'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import type { CallValue } from '../api-client/call.ts'
import { inPageLanguage } from '../messages/in-page-language.ts'

type Requested = CallValue<'listRequestedDocument'>
type Request = Requested['requests'][number]

/** A driver license that a review asks for; by default nothing came yet. */
export const aRequest = (overrides: Partial<Request> = {}): Request => ({
  requestNo: 1,
  documentType: DocumentType.driverLicense,
  name: inPageLanguage(REQUESTED_DOCUMENTS[DocumentType.driverLicense]),
  note: 'The name on your bank account differs from the name on your application.',
  state: 'asked',
  answerBy: '2026-03-20',
  overdue: false,
  reason: null,
  files: [],
  mayUpload: true,
  ...overrides,
})

/** The same for a Social Security card. */
export const anotherRequest = (overrides: Partial<Request> = {}): Request =>
  aRequest({
    requestNo: 2,
    documentType: DocumentType.ssn,
    name: inPageLanguage(REQUESTED_DOCUMENTS[DocumentType.ssn]),
    note: 'We compare the number with the one you gave.',
    ...overrides,
  })

export const aFile = (documentNo = 'D000000011'): Request['files'][number] => ({
  documentNo,
  sentAt: '2026-03-09T15:20:00-04:00',
  bytes: 412_345,
})

export const requestsOf = (...requests: readonly Request[]): Requested => ({
  loanNo: '118-0000013',
  requests,
})
