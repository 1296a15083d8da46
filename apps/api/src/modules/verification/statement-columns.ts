import { DAY_MS } from '@dolphin/domain/time/durations'
import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { saveStatementColumnsCall, showStatementColumnsCall } from '@dolphin/contract/statement-columns'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { moveIbvStatus } from '@dolphin/database/verification/ibv-repository'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { isSectionEditable } from '@dolphin/domain/applications/sections'
import { assert } from '@dolphin/domain/assert'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { NotificationCode } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import { dateIn } from '@dolphin/domain/time/new-york'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { StatementContent } from '@dolphin/domain/verification/statement'
import type { Inspection } from '@dolphin/integrations/statement/inspect-statement'
import { newDocumentNo, recordDocument } from '../documents/document-vault.ts'
import { actorName, type SessionActor } from '../../http/actor.ts'
import type { ForReaders } from '../../reader-words.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { postProgress } from '../loans/loan-moves.ts'
import { loadProgress } from '../borrowers/section-progress.ts'
import { verificationWay } from '../borrowers/statement-provider.ts'
import { columnProblemText } from './column-problem-text.ts'
import { findOwnRequest } from './request-view.ts'
import { findStatement, readStoredStatement, type ReviewedStatement } from './statement-review.ts'
import { contentFacts, refuseFile } from './statement-upload.ts'
import { statementRead } from './statement-view.ts'
import type { VerificationDeps } from './verification-deps.ts'

type Question = CallReply<typeof showStatementColumnsCall>
export type ColumnsBody = CallRequest<typeof saveStatementColumnsCall>['body']
type Saved = ForReaders<CallReply<typeof saveStatementColumnsCall>>

/** Who answers must have the file at hand; later it is sent again. */
const ASKED_MS = 7 * DAY_MS

const OVER = { why: 'over', names: [], rows: [], hasMinus: false, guess: {} } as const
const OVER_TEXT: Localized = {
  en: 'This statement no longer needs an answer. Send it again.',
  es: 'Este estado de cuenta ya no necesita una respuesta. Envíelo de nuevo.',
}

/** Whose statement it is about. */
export interface ColumnsWish {
  readonly actor: SessionActor
  readonly requestCode: string
}

/** The sender's own statement; of others as of none. */
async function findOwn(
  deps: VerificationDeps,
  { actor, requestCode }: ColumnsWish,
): Promise<ReviewedStatement | undefined> {
  const own = await findOwnRequest(deps, actor, requestCode)
  if (own === undefined || verificationWay(own.request) !== 'statement') return undefined
  return findStatement(deps, deps.database.db, requestCode)
}

const isAsked = ({ request }: ReviewedStatement, now: Date): boolean =>
  request.status === IbvStatus.startedNotCompleted && now.getTime() - request.createdAt.getTime() < ASKED_MS

async function inspect(
  { objects, statements, portfolios }: VerificationDeps,
  { document, request }: ReviewedStatement,
  answer: ColumnsBody['columns'],
): Promise<Inspection> {
  const bytes = document && (await objects.get(document.objectKey))
  const timeZone = portfolios.byId(request.portfolioId)?.portfolio.timeZone
  assert(bytes !== undefined && timeZone !== undefined, 'the bytes of a document are kept')
  const today = dateIn(request.createdAt, timeZone)
  const types = ['csv'] as const
  return statements.inspect({ fileName: 'statement.csv', bytes, types, today, answer: answer ?? undefined })
}

/**
 * What the page asks about a statement that waits for its columns; `over` where it waits for them no more.
 *
 * Errors: `notFound`.
 */
export async function showColumns(deps: VerificationDeps, wish: ColumnsWish): Promise<Result<Question>> {
  const found = await findOwn(deps, wish)
  if (found === undefined) return refuse('notFound')
  const { requestCode } = wish
  if (!isAsked(found, deps.clock.now())) return ok({ requestCode, ...OVER })
  const asked = await inspect(deps, found, null)
  return ok({ requestCode, ...(asked.verdict === 'asked' ? asked.question : OVER) })
}

/** A statement read by an answer; its content is undefined where the sender could not tell. */
export interface AnsweredStatement {
  readonly statement: ReviewedStatement
  readonly columns: ColumnsBody['columns']
  readonly content: StatementContent | undefined
  readonly isAnsweredBefore: boolean
}

/**
 * Reads a statement by its sender's answer, outside of any transaction.
 *
 * Errors: `notFound`; `invalidInput` at each column that does not hold what was said; `fileUnreadable` where the rows
 * cannot be read, or the statement waits for no answer.
 */
export async function readByColumns(
  deps: VerificationDeps,
  wish: ColumnsWish,
  columns: ColumnsBody['columns'],
): Promise<Result<AnsweredStatement>> {
  const statement = await findOwn(deps, wish)
  if (statement === undefined) return refuse('notFound')
  const now = deps.clock.now()
  const { portfolioId, loanNo } = statement.loan
  const wait = await deps.limits.take(deps.database.db, 'statementColumns', `${portfolioId}/${loanNo}`, now)
  if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
  if (isAnswered(statement)) {
    const content = await readStoredStatement(deps, statement)
    return ok({ statement, columns, content, isAnsweredBefore: true })
  }
  if (!isAsked(statement, now)) return refuseFile('fileUnreadable', [OVER_TEXT])
  if (columns === null) return ok({ statement, columns, content: undefined, isAnsweredBefore: false })
  const found = await inspect(deps, statement, columns)
  if (found.verdict === 'csv')
    return ok({ statement, columns, content: found.content, isAnsweredBefore: false })
  if (found.verdict === 'answerRefused') {
    const errors = found.problems.map((one) => ({ elementKey: one.field, message: columnProblemText(one) }))
    return refuse('invalidInput', { errors })
  }
  return refuseFile('fileUnreadable', 'messages' in found ? found.messages : [])
}

/** An answer that came before: the same one again changes nothing. */
const isAnswered = ({ request, document }: ReviewedStatement): boolean =>
  request.status === IbvStatus.inProgress && document?.evidence['columns'] !== undefined

/**
 * Records the answer: the statement gets a document that its sender sees and waits for a person, as one that was read
 * at once does.
 *
 * Errors: `loanStatusInvalid` where the application is past it; `fileUnreadable` where another answer came between.
 */
export async function recordColumns(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { actor }: ColumnsWish,
  { statement, columns, content, isAnsweredBefore }: AnsweredStatement,
): Promise<Result<Saved>> {
  const { loan, request, document } = statement
  assert(document !== undefined, 'a statement has its file')
  const { requestCode } = request
  const reply = (documentNo: string): Result<Saved> =>
    ok({
      requestCode,
      documentNo,
      read: content === undefined ? null : statementRead(content),
      ibvStatus: IbvStatus.inProgress,
      notification: NotificationCode.bankStatementUploadSuccess,
    })
  if (isAnsweredBefore) return reply(document.documentNo)
  await lockLoan(unit.tx, loan)
  const { progress } = await loadProgress(unit.tx, deps.cipher, loan)
  if (!isSectionEditable(SectionKey.ibv, progress)) return refuse('loanStatusInvalid')
  const documentNo = await newDocumentNo(unit.tx)
  const from = [IbvStatus.startedNotCompleted]
  const to = { from, to: IbvStatus.inProgress, providerReference: documentNo }
  if (!(await moveIbvStatus(unit.tx, request, to, unit.now))) return refuseFile('fileUnreadable', [OVER_TEXT])
  const { portfolioId, loanNo, openId } = loan
  const { objectKey, sha256, sizeBytes } = document
  const kept = { objectKey, sha256, sizeBytes }
  await recordDocument(unit, kept, {
    portfolioId,
    loanNo,
    openId,
    documentNo,
    role: 'record',
    documentType: DocumentType.bankStatement,
    title: document.title,
    mediaType: document.mediaType,
    sealedAt: null,
    evidence: { kind: 'csv', columns, askedFor: document.documentNo, ...contentFacts(content) },
  })
  const facts = { requestCode, documentNo, columns }
  const [action, by, at] = ['statementColumnsNamed', actorName(actor), unit.now] as const
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor: by, at, facts })
  await postProgress(deps, unit, loan)
  return reply(documentNo)
}
