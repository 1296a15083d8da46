import type { CallReply } from '@dolphin/contract/call'
import { requestDocumentsCall, uploadRequestedDocumentCall } from '@dolphin/contract/document-requests'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { sampleJpeg, samplePdf } from '@dolphin/integrations/statement/sample-statements'
import type { TestApi } from './api-fixture.ts'
import { signInEmployee } from './employees.ts'
import { signLoan, type SignedLoan } from './signed-loans.ts'
import type { TestClient, TestFile } from './test-client.ts'

/** The front of a license as a phone takes it. */
export const PHOTO: TestFile = { name: 'front.jpg', type: 'image/jpeg', bytes: sampleJpeg() }
export const SCAN: TestFile = { name: 'card.pdf', type: 'application/pdf', bytes: samplePdf() }

export const WHY = 'The name on your bank account differs from yours.'

/** What a review asked for, and did not get in time, as it is stored. */
export const LATE_DOCUMENT_REQUEST = {
  portfolioId: 118,
  requestNo: 1,
  documentType: 101,
  note: 'The names differ.',
  state: 'asked',
  askedBy: 'employee:ada-example',
  answerBy: localDate(2026, 3, 4),
  turn: 1,
  refusal: null,
  decidedBy: null,
} as const

/** A signed application with the underwriter, whose borrower is asked for a Social Security card and a license. */
export async function askForDocuments(
  api: TestApi,
  documentTypes: CallReply<typeof requestDocumentsCall>['requests'][number]['documentType'][] = [100, 101],
): Promise<SignedLoan> {
  const loan = await signLoan(api, { portfolioId: 110 })
  const employee = await signInEmployee(api)
  const body = { loanNo: loan.loanNo, documentTypes, note: WHY, answerBy: '2026-03-17' }
  await employee.ask(requestDocumentsCall, { body })
  return loan
}

/** Sends a file for a request as a browser does. */
export const sendDocument = (client: TestClient, loanNo: string, requestNo: number, file?: TestFile) =>
  client.call(
    uploadRequestedDocumentCall,
    { body: { loanNo, requestNo } },
    file === undefined ? {} : { file },
  )
