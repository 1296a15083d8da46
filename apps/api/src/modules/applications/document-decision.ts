import {
  type DocumentRequest,
  listDocumentRequests,
  storeRequestMove,
} from '@dolphin/database/applications/document-request-repository'
import type { StoredDocument } from '@dolphin/database/documents/document-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  answerByAfterRefusal,
  type DocumentRefusal,
  type DocumentRequestEvent,
  moveDocumentRequest,
} from '@dolphin/domain/applications/document-request'
import { ok } from '@dolphin/domain/outcome'
import { dateIn, NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import {
  copyFromQuarantine,
  isInQuarantine,
  newDocumentNo,
  recordDocument,
  type StoredFile,
} from '../documents/document-vault.ts'
import { findAnyLoan, lockAnyLoan } from '../loans/any-loan.ts'
import { postProgress } from '../loans/loan-moves.ts'
import type { ReviewOrder } from '../loans/review-order.ts'
import { filesOfTurn, listRequestFiles } from './document-files.ts'
import { syncDocumentItems } from './document-items.ts'
import { notifyRefused } from './document-notices.ts'

/** An employee's decision on what came for one request; the note is for the audit. */
export interface DocumentDecision extends ReviewOrder {
  readonly requestNo: number
}

interface Decided {
  readonly loan: Loan
  readonly request: DocumentRequest
  readonly state: DocumentRequest['state']
}

/** Copies of quarantined files, by the number of each. */
export type ReleasedFiles = ReadonlyMap<string, StoredFile>

/** Copies the quarantined files of a request, before the transaction: a disk may be slow. */
export async function copyRequestFiles(
  { database, objects }: Pick<Deps, 'database' | 'objects'>,
  { loanNo, requestNo }: Pick<DocumentDecision, 'loanNo' | 'requestNo'>,
): Promise<ReleasedFiles> {
  const copies = new Map<string, StoredFile>()
  const loan = await findAnyLoan(database.db, loanNo)
  if (!loan.ok) return copies
  for (const document of await quarantinedFiles(database.db, loan.value, requestNo)) {
    const copy = await copyFromQuarantine(objects, document, 'pdf')
    if (copy !== undefined) copies.set(document.documentNo, copy)
  }
  return copies
}

async function quarantinedFiles(
  executor: Executor,
  loan: Loan,
  requestNo: number,
): Promise<readonly StoredDocument[]> {
  const request = (await listDocumentRequests(executor, loan)).find((one) => one.requestNo === requestNo)
  if (request === undefined) return []
  return filesOfTurn(await listRequestFiles(executor, loan), request).filter(isInQuarantine)
}

/**
 * Accepts what came for a request; its PDFs leave quarantine, so that their sender may read them.
 *
 * Errors: `loanNotFound`, `notFound`; `reviewDecisionRefused` where nothing waits, or another file came meanwhile.
 */
export async function acceptDocument(
  deps: Deps,
  unit: UnitOfWork,
  decision: DocumentDecision,
  released: ReleasedFiles,
): Promise<Result<Loan>> {
  const found = await lockDecided(unit, decision, 'accepted')
  if (!found.ok) return found
  const { loan, request, state } = found.value
  for (const document of await quarantinedFiles(unit.tx, loan, request.requestNo)) {
    const copy = released.get(document.documentNo)
    if (copy === undefined) return refuse('reviewDecisionRefused')
    await release(unit, loan, document, copy)
  }
  await storeRequestMove(unit.tx, request, { state, changedAt: unit.now, decidedBy: decision.actor })
  await finish(deps, unit, loan, { decision, action: 'requestedDocumentAccepted' })
  return ok(loan)
}

async function release(
  unit: UnitOfWork,
  { openId }: Loan,
  { portfolioId, loanNo, documentType, title, documentNo, evidence }: StoredDocument,
  copy: StoredFile,
): Promise<void> {
  await recordDocument(unit, copy, {
    portfolioId,
    loanNo,
    openId,
    documentNo: await newDocumentNo(unit.tx),
    role: 'record',
    documentType,
    title,
    sealedAt: null,
    evidence: { ...evidence, releasedFrom: documentNo },
  })
}

/**
 * Refuses what came for a request with a reason that the borrower reads, and leaves them days to send another.
 *
 * Errors: `loanNotFound`, `notFound`, `reviewDecisionRefused` where nothing waits for a decision.
 */
export async function refuseDocument(
  deps: Deps,
  unit: UnitOfWork,
  { reason, ...decision }: DocumentDecision & { readonly reason: DocumentRefusal },
): Promise<Result<Loan>> {
  const found = await lockDecided(unit, decision, 'refused')
  if (!found.ok) return found
  const { loan, request, state } = found.value
  const timeZone = deps.portfolios.byId(loan.portfolioId)?.portfolio.timeZone ?? NEW_YORK
  const answerBy = answerByAfterRefusal(request.answerBy, dateIn(unit.now, timeZone))
  const [turn, decidedBy] = [request.turn + 1, decision.actor]
  const move = { state, changedAt: unit.now, answerBy, turn, refusal: reason, decidedBy }
  await storeRequestMove(unit.tx, request, move)
  const borrower = await borrowerAddress(unit.tx, deps.cipher, loan)
  if (borrower !== undefined)
    await notifyRefused(deps, unit, { loan, borrower }, { ...request, ...move, reason })
  await finish(deps, unit, loan, { decision, action: 'requestedDocumentRefused', reason })
  return ok(loan)
}

async function lockDecided(
  unit: UnitOfWork,
  { loanNo, requestNo }: DocumentDecision,
  event: DocumentRequestEvent,
): Promise<Result<Decided>> {
  const loan = await lockAnyLoan(unit.tx, loanNo)
  if (!loan.ok) return loan
  const requests = await listDocumentRequests(unit.tx, loan.value)
  const request = requests.find((one) => one.requestNo === requestNo)
  if (request === undefined) return refuse('notFound')
  const state = moveDocumentRequest(request.state, event)
  return state === undefined ? refuse('reviewDecisionRefused') : ok({ loan: loan.value, request, state })
}

/** A decision that is made: how the audit names it, and why a document is refused. */
interface DecisionMade {
  readonly decision: DocumentDecision
  readonly action: string
  readonly reason?: DocumentRefusal
}

async function finish(
  deps: Deps,
  unit: UnitOfWork,
  loan: Loan,
  { decision: { requestNo, note, actor }, action, reason }: DecisionMade,
): Promise<void> {
  const { portfolioId, loanNo } = loan
  const facts = { requestNo, note, ...(reason && { reason }) }
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor, at: unit.now, facts })
  await syncDocumentItems(deps, unit, loan, actor)
  await postProgress(deps, unit, loan)
}
