import type { CallReply } from '@dolphin/contract/call'
import type { listDocumentRequestCall, listRequestedDocumentCall } from '@dolphin/contract/document-requests'
import {
  type DocumentRequest,
  listDocumentRequests,
} from '@dolphin/database/applications/document-request-repository'
import type { StoredDocument } from '@dolphin/database/documents/document-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  DOCUMENT_REFUSALS,
  isOverdue,
  moveDocumentRequest,
  MOST_FILES_OF_REQUEST,
  REQUESTED_DOCUMENTS,
} from '@dolphin/domain/applications/document-request'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { isUnderReview } from '@dolphin/domain/loans/review-status'
import { dateIn, isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { ForReaders } from '../../reader-words.ts'
import { isInQuarantine } from '../documents/document-vault.ts'
import { readApplicationWait } from '../loans/application-wait.ts'
import { headOf } from '../loans/loan-head.ts'
import { filesOfTurn, listRequestFiles } from './document-files.ts'

type ViewDeps = Pick<Deps, 'cipher' | 'portfolios'>
export type StaffView = CallReply<typeof listDocumentRequestCall>
export type BorrowerView = ForReaders<CallReply<typeof listRequestedDocumentCall>>

const zoneOf = ({ portfolios }: Pick<Deps, 'portfolios'>, { portfolioId }: Loan): string =>
  portfolios.byId(portfolioId)?.portfolio.timeZone ?? NEW_YORK

/** What both sides see of a request. */
function requestView(request: DocumentRequest, today: LocalDate) {
  const { requestNo, documentType, note, state, answerBy, refusal } = request
  return {
    requestNo,
    documentType,
    name: REQUESTED_DOCUMENTS[documentType],
    note,
    state,
    answerBy: formatLocalDate(answerBy),
    overdue: isOverdue(request, today),
    reason: refusal !== null && state === 'refused' ? DOCUMENT_REFUSALS[refusal] : null,
  }
}

const fileView = ({ documentNo, createdAt, sizeBytes }: StoredDocument, timeZone: string) => ({
  documentNo,
  sentAt: isoInZone(createdAt, timeZone),
  bytes: sizeBytes,
})

/** What a review asks its borrower for, with the files that count; nothing once the review is over. */
export async function borrowerDocuments(
  deps: Pick<Deps, 'portfolios'>,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<BorrowerView> {
  const timeZone = zoneOf(deps, loan)
  const requests = isUnderReview(loan) ? await listDocumentRequests(executor, loan) : []
  const files = requests.length === 0 ? [] : await listRequestFiles(executor, loan)
  return {
    loanNo: loan.loanNo,
    requests: requests.flatMap((request) => {
      const { state } = request
      if (state === 'notNeeded') return []
      const sent = filesOfTurn(files, request)
      const mayUpload =
        moveDocumentRequest(state, 'uploaded') !== undefined && sent.length < MOST_FILES_OF_REQUEST
      const view = requestView(request, dateIn(now, timeZone))
      return [{ ...view, state, files: sent.map((file) => fileView(file, timeZone)), mayUpload }]
    }),
  }
}

/** Every request of a loan for staff, with all that came, and whom the application waits for. */
export async function staffDocuments(
  deps: ViewDeps,
  executor: Executor,
  loan: Loan,
  now: Date,
): Promise<StaffView> {
  const timeZone = zoneOf(deps, loan)
  const today = dateIn(now, timeZone)
  const wait = await readApplicationWait(executor, loan, { today, timeZone })
  const files = await listRequestFiles(executor, loan)
  return {
    ...(await headOf(executor, deps.cipher, loan)),
    waitsFor: wait?.party ?? null,
    waitsUntil: wait === null ? null : formatLocalDate(wait.until),
    requests: (await listDocumentRequests(executor, loan)).map((request) => {
      const { name, reason, ...view } = requestView(request, today)
      const { askedBy, askedAt, decidedBy, changedAt, requestNo } = request
      const came = files.filter((file) => file.requestNo === requestNo)
      return {
        ...view,
        name: name.en,
        reason: reason?.en ?? null,
        askedBy,
        askedAt: isoInZone(askedAt, timeZone),
        decidedBy,
        changedAt: isoInZone(changedAt, timeZone),
        files: came.map(({ document }) => ({
          ...fileView(document, timeZone),
          mediaType: document.mediaType,
          quarantined: isInQuarantine(document),
        })),
      }
    }),
  }
}
