import {
  type DocumentRequest,
  listDocumentRequests,
} from '@dolphin/database/applications/document-request-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { LoanKey } from '@dolphin/database/driver/owner'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { type DocumentRequestFacts, documentsWait } from '@dolphin/domain/applications/document-request'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { applicationWait, type DocumentsWait, type Wait } from '@dolphin/domain/loans/stranded'
import { dateIn } from '@dolphin/domain/time/new-york'

/** A day of a portfolio. */
export interface PortfolioDay {
  readonly today: LocalDate
  readonly timeZone: string
}

/** A request as the rules look at it. */
const factsOf = (
  { state, answerBy, changedAt }: DocumentRequest,
  timeZone: string,
): DocumentRequestFacts => ({
  state,
  answerBy,
  changedOn: dateIn(changedAt, timeZone),
})

/** Whom an application waits for, and until when; null for a loan that is none any more. Source: domain.md §14. */
export async function readApplicationWait(
  executor: Executor,
  loan: Loan,
  day: PortfolioDay,
): Promise<Wait | null> {
  const { timeZone } = day
  const { status, subStatus, createdAt, updatedAt } = loan
  return applicationWait({
    status,
    subStatus,
    begunOn: dateIn(createdAt, timeZone),
    changedOn: dateIn(updatedAt, timeZone),
    documents: await readDocumentsWait(executor, loan, day),
  })
}

/** Whom the documents that reviews of a loan asked for make it wait for. */
export async function readDocumentsWait(
  executor: Executor,
  loan: LoanKey,
  { today, timeZone }: PortfolioDay,
): Promise<DocumentsWait> {
  const requests = await listDocumentRequests(executor, loan)
  return documentsWait(
    requests.map((request) => factsOf(request, timeZone)),
    today,
  )
}
