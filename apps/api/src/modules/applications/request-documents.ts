import {
  type DocumentRequest,
  insertDocumentRequest,
  listDocumentRequests,
  storeRequestMove,
} from '@dolphin/database/applications/document-request-repository'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  answerDays,
  moveDocumentRequest,
  REQUESTED_DOCUMENTS,
  type RequestableType,
} from '@dolphin/domain/applications/document-request'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { isUnderReview } from '@dolphin/domain/loans/review-status'
import { ok } from '@dolphin/domain/outcome'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { lockAnyLoan } from '../loans/any-loan.ts'
import { type PortfolioDay, readApplicationWait } from '../loans/application-wait.ts'
import { postProgress } from '../loans/loan-moves.ts'
import type { ReviewOrder } from '../loans/review-order.ts'
import { syncDocumentItems } from './document-items.ts'
import { queueRequestLetter } from './document-letter.ts'
import { notifyRequested } from './document-notices.ts'

/** What an employee asks for; the note is for the borrower. */
export interface DocumentOrder extends ReviewOrder {
  readonly documentTypes: readonly RequestableType[]
  readonly answerBy: LocalDate
}

/**
 * Asks the borrower of a loan under review for documents, with a notice that is the written one of 12 CFR
 * 1002.9(c)(2). One that was asked for and did not come, or was refused, is asked for anew.
 *
 * Errors: `loanNotFound`; `reviewDecisionRefused` where it is under no review; `invalidInput` at the fields.
 */
export async function requestDocuments(
  deps: Deps,
  unit: UnitOfWork,
  order: DocumentOrder,
): Promise<Result<Loan>> {
  const found = await lockAnyLoan(unit.tx, order.loanNo)
  if (!found.ok) return found
  const loan = found.value
  if (!isUnderReview(loan)) return refuse('reviewDecisionRefused')
  const timeZone = deps.portfolios.byId(loan.portfolioId)?.portfolio.timeZone
  assert(timeZone !== undefined, 'a loan belongs to a portfolio that is served')
  const day = { today: dateIn(unit.now, timeZone), timeZone }
  const earlier = await listDocumentRequests(unit.tx, loan)
  const borrower = await borrowerAddress(unit.tx, deps.cipher, loan)
  const errors = [
    ...(await timeErrors(unit, loan, order.answerBy, day)),
    ...waitingErrors(earlier, order.documentTypes),
    ...(borrower === undefined ? [{ elementKey: 'loanNo', message: NO_ACCOUNT }] : []),
  ]
  if (errors.length > 0 || borrower === undefined) return refuse('invalidInput', { errors })
  const requests = await storeRequests(deps, unit, loan, { ...order, earlier })
  await notifyRequested(deps, unit, { loan, borrower }, requests)
  await queueRequestLetter(deps, unit, loan, requests)
  await syncDocumentItems(deps, unit, loan, order.actor)
  await postProgress(deps, unit, loan)
  return ok(loan)
}

const NO_ACCOUNT = 'This application belongs to no account yet, so no notice can reach its borrower.'
const TOO_LATE = 'The days to decide on this application, or to ask for more, are over. Decide it now.'

async function timeErrors(unit: UnitOfWork, loan: Loan, answerBy: LocalDate, day: PortfolioDay) {
  const wait = await readApplicationWait(unit.tx, loan, day)
  const isTooLate = wait === null || wait.until < day.today
  const { first, last } = answerDays(day.today)
  const isInRange = answerBy >= first && answerBy <= last
  const message = `Name a day from ${formatLocalDate(first)} to ${formatLocalDate(last)}.`
  return [
    ...(isTooLate ? [{ elementKey: 'loanNo', message: TOO_LATE }] : []),
    ...(isInRange ? [] : [{ elementKey: 'answerBy', message }]),
  ]
}

const isWaiting = (requests: readonly DocumentRequest[], type: RequestableType): boolean =>
  requests.some(({ documentType, state }) => documentType === type && state === 'received')

const waitingErrors = (earlier: readonly DocumentRequest[], types: readonly RequestableType[]) =>
  types
    .filter((type) => isWaiting(earlier, type))
    .map((type) => ({
      elementKey: 'documentTypes',
      message: `${REQUESTED_DOCUMENTS[type].en}: a file has come. Accept or refuse it first.`,
    }))

/** An order of documents, and the requests that were made before it. */
interface FurtherOrder extends DocumentOrder {
  readonly earlier: readonly DocumentRequest[]
}

async function storeRequests(
  { cipher }: Pick<Deps, 'cipher'>,
  unit: UnitOfWork,
  { portfolioId, loanNo, customerKey }: Loan,
  { documentTypes, answerBy, note, actor, earlier }: FurtherOrder,
): Promise<readonly [DocumentRequest, ...DocumentRequest[]]> {
  const types = [...new Set(documentTypes)]
  for (const request of earlier.filter(({ documentType }) => types.includes(documentType))) {
    const state = moveDocumentRequest(request.state, 'replaced')
    if (state !== undefined) await storeRequestMove(unit.tx, request, { state, changedAt: unit.now })
  }
  const requests = types.map(
    (documentType, at): DocumentRequest => ({
      portfolioId,
      customerKey,
      loanNo,
      requestNo: earlier.length + at + 1,
      documentType,
      note,
      state: 'asked',
      askedBy: actor,
      askedAt: unit.now,
      answerBy,
      turn: 1,
      refusal: null,
      decidedBy: null,
      changedAt: unit.now,
    }),
  )
  for (const request of requests) await insertDocumentRequest(unit.tx, cipher, request)
  const facts = { documentTypes: types, answerBy: formatLocalDate(answerBy) }
  const action = 'documentsRequested'
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor, facts, at: unit.now })
  const [first, ...rest] = requests
  assert(first !== undefined, 'a request names a document')
  return [first, ...rest]
}
