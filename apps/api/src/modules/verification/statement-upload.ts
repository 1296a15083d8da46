import { DAY_MS } from '@dolphin/domain/time/durations'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { CallReply } from '@dolphin/contract/call'
import type { uploadBankStatementCall } from '@dolphin/contract/verification'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { LoanName } from '@dolphin/database/loans/borrower-loan-repository'
import { insertIbvRequest } from '@dolphin/database/verification/ibv-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { NotificationCode } from '@dolphin/domain/loans/codes'
import { isSectionEditable } from '@dolphin/domain/applications/sections'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { dateIn } from '@dolphin/domain/time/new-york'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { PdfUnread, StatementContent } from '@dolphin/domain/verification/statement'
import type { Inspection } from '@dolphin/integrations/statement/inspect-statement'
import { STATEMENT_LIMITS } from '@dolphin/integrations/statement/statement-limits'
import { storeFile, type StoredFile, newDocumentNo, recordDocument } from '../documents/document-vault.ts'
import { actorName, type SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { Upload } from '../../http/route.ts'
import { takeFileBudget } from '../../security/file-budget.ts'
import { newId } from '../../security/secrets.ts'
import { findBorrowerLoan, lockBorrowerLoan } from '../loans/loan-access.ts'
import { postProgress } from '../loans/loan-moves.ts'
import { loadProgress } from '../borrowers/section-progress.ts'
import { STATEMENT_PROVIDER } from '../borrowers/statement-provider.ts'
import type { ForReaders } from '../../reader-words.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { statementRead } from './statement-view.ts'
import type { VerificationDeps } from './verification-deps.ts'

export type StatementReply = ForReaders<CallReply<typeof uploadBankStatementCall>>
export type StatementKind = 'csv' | 'png' | 'pdf' | 'unknown'

const ELEMENT = 'statementFile'
/** How long a person may take. */
export const REVIEW_MS = 30 * DAY_MS

const MEDIA_TYPES: Readonly<Record<StatementKind, string>> = {
  csv: 'text/csv',
  png: 'image/png',
  pdf: 'application/pdf',
  unknown: 'application/octet-stream',
}

export interface StatementWish {
  readonly actor: SessionActor
  readonly portfolio: Portfolio
  readonly name: LoanName
}

/** A file that was read and kept under its content; no row tells of it yet. */
export interface StoredStatement {
  readonly kind: StatementKind
  readonly quarantined: boolean
  /** Its sender is asked which column is which. */
  readonly columnsAsked: boolean
  readonly fileName: string
  readonly content: StatementContent | undefined
  /** Why a PDF shows no rows; undefined for other files. */
  readonly unread: PdfUnread | undefined
  readonly kept: StoredFile
}

/**
 * Reads and stores the file outside of any transaction. Looks up the loan first, so that a stranger cannot fill the
 * disk. A picture is stored re-encoded; a file that cannot be read here is quarantined, for manual review.
 */
export async function storeStatement(
  { database, objects, limits, clock, statements }: VerificationDeps,
  { actor, portfolio, name }: StatementWish,
  { upload, ip }: { readonly upload: Upload | undefined; readonly ip: string },
): Promise<Result<StoredStatement>> {
  const now = clock.now()
  const loan = await findBorrowerLoan(database.db, actor, name)
  if (!loan.ok) return loan
  const { portfolioId, loanNo } = loan.value
  const wait =
    (await limits.take(database.db, 'statements', `${portfolioId}/${loanNo}`, now)) ??
    (await takeFileBudget(limits, database.db, { person: actorName(actor), ip }, now))
  if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
  if (upload === undefined)
    return refuseFile('fileUnreadable', [{ en: 'Choose a file !', es: '¡Elija un archivo!' }])
  if (upload.bytes.length > STATEMENT_LIMITS.bytes) return refuse('payloadTooLarge')
  const { bytes, fileName, gone } = upload
  const types = portfolio.statementFileTypes
  const today = dateIn(now, portfolio.timeZone)
  const found = await statements.inspect({ fileName, bytes, types, today }, gone)
  assert(found.verdict !== 'answerRefused', 'an upload answers nothing')
  if ('messages' in found) {
    return refuseFile(found.verdict === 'unsupported' ? 'unsupportedFile' : 'fileUnreadable', found.messages)
  }
  const quarantined = found.verdict === 'quarantine'
  const kind = kindOf(found)
  const kept = await storeFile(objects, portfolioId, {
    bytes: found.verdict === 'png' ? found.picture.bytes : bytes,
    extension: quarantined ? 'bin' : kind,
    folder: quarantined ? 'quarantine' : 'documents',
  })
  const unread = found.verdict === 'pdf' && 'unread' in found.reading ? found.reading.unread : undefined
  const columnsAsked = found.verdict === 'asked'
  return ok({ kind, quarantined, columnsAsked, fileName, content: contentIn(found), unread, kept })
}

/** The rows that were read of a file; undefined where a person has to read it. */
export function contentIn(found: Inspection): StatementContent | undefined {
  if (found.verdict === 'pdf') return found.reading.content
  return found.verdict === 'csv' ? found.content : undefined
}

type Keepable = Extract<Inspection, { readonly verdict: 'csv' | 'asked' | 'png' | 'pdf' | 'quarantine' }>

function kindOf(found: Keepable): StatementKind {
  if (found.verdict === 'asked') return 'csv'
  return found.verdict === 'quarantine' ? 'unknown' : found.verdict
}

/** Refuses a file with what is wrong with it, at its field. */
export function refuseFile(name: 'fileUnreadable' | 'unsupportedFile', messages: readonly Localized[]) {
  return refuse(name, { errors: messages.map((message) => ({ elementKey: ELEMENT, message })) })
}

/**
 * Records a stored statement with the loan. It is a verification in progress until an employee has reviewed it;
 * accepting it completes the section (domain.md §2). A quarantined file has no owner yet: not even its sender can
 * download it again.
 */
export async function recordStatement(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { actor, name }: StatementWish,
  statement: StoredStatement,
): Promise<Result<StatementReply>> {
  const found = await lockBorrowerLoan(unit.tx, actor, name)
  if (!found.ok) return found
  const loan = found.value
  const { progress } = await loadProgress(unit.tx, deps.cipher, loan)
  if (!isSectionEditable(SectionKey.ibv, progress)) return refuse('loanStatusInvalid')
  const { kind, quarantined, columnsAsked, fileName, content, unread, kept } = statement
  const documentNo = await newDocumentNo(unit.tx)
  const { portfolioId, loanNo, openId } = loan
  await recordDocument(unit, kept, {
    portfolioId,
    loanNo,
    openId: quarantined ? null : openId,
    documentNo,
    role: quarantined ? 'quarantined' : columnsAsked ? 'asked' : 'record',
    documentType: DocumentType.bankStatement,
    title: 'Bank Statement',
    mediaType: MEDIA_TYPES[quarantined ? 'unknown' : kind],
    sealedAt: null,
    evidence: { kind, ...(unread === undefined ? {} : { unread }), ...contentFacts(content) },
  })
  const status = columnsAsked ? IbvStatus.startedNotCompleted : IbvStatus.inProgress
  const requestCode = await beginReview(deps, unit, loan, { documentNo, status })
  const facts = { documentNo, kind, quarantined, columnsAsked, requestCode }
  const [action, by, at] = ['statementUploaded', actorName(actor), unit.now] as const
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor: by, at, facts })
  await postProgress(deps, unit, loan)
  return ok({
    documentNo,
    requestCode,
    fileName,
    kind,
    quarantined,
    columnsAsked,
    read: content === undefined ? null : statementRead(content),
    unread: unread ?? null,
    ibvStatus: status,
    notification: columnsAsked ? null : NotificationCode.bankStatementUploadSuccess,
  })
}

/** What is kept of a table beside its bytes; no personal data. */
export const contentFacts = (content: StatementContent | undefined) => ({
  rows: content?.lines.length ?? null,
  from: content === undefined ? null : formatLocalDate(content.from),
  to: content === undefined ? null : formatLocalDate(content.to),
})

async function beginReview(
  { random }: VerificationDeps,
  { tx, now }: UnitOfWork,
  { portfolioId, customerKey, loanNo }: Loan,
  { documentNo, status }: { readonly documentNo: string; readonly status: IbvStatus },
): Promise<string> {
  const requestCode = newId(random)
  await insertIbvRequest(tx, {
    portfolioId,
    customerKey,
    loanNo,
    requestCode,
    provider: STATEMENT_PROVIDER,
    providerReference: documentNo,
    status,
    createdAt: now,
    expiresAt: new Date(now.getTime() + REVIEW_MS),
  })
  return requestCode
}
