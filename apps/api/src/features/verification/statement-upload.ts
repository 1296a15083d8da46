import type { CallReply } from '@dolphin/contract/call'
import type { uploadBankStatementCall } from '@dolphin/contract/calls/verification/upload-bank-statement'
import { appendAudit } from '@dolphin/database/audit-repository'
import type { LoanName } from '@dolphin/database/borrower-loan-repository'
import { insertIbvRequest } from '@dolphin/database/ibv-repository'
import type { Loan } from '@dolphin/database/loan-repository'
import { SectionKey } from '@dolphin/domain/application/section-key'
import { isSectionEditable } from '@dolphin/domain/application/sections'
import { DocumentType } from '@dolphin/domain/document/document-type'
import { NotificationCode } from '@dolphin/domain/loan/notification-code'
import { ok } from '@dolphin/domain/outcome'
import type { Portfolio } from '@dolphin/domain/portfolio/portfolio'
import { dateIn } from '@dolphin/domain/time/new-york'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { type KeptFile, keepFile, newDocumentNo, recordDocument } from '../../documents/document-vault.ts'
import type { SessionActor } from '../../http/actor.ts'
import { type Answer, refuse } from '../../http/refusal.ts'
import type { Upload } from '../../http/route.ts'
import { newId } from '../../secrets.ts'
import { actorName, findBorrowerLoan, lockBorrowerLoan } from '../../origination/loan-access.ts'
import { postProgress } from '../../origination/loan-moves.ts'
import { loadProgress } from '../../origination/section-progress.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { readStatementCsv, type StatementSummary } from './statement-csv.ts'
import { MEDIA_TYPES, type StatementKind, statementKind } from './statement-file.ts'
import { STATEMENT_PROVIDER } from '../../origination/statement-provider.ts'
import type { VerificationParts } from './verification-parts.ts'

export type StatementReply = CallReply<typeof uploadBankStatementCall>

const ELEMENT = 'statementFile'
const MOST_BYTES = 10 * 1024 * 1024
/** A person looks at each; more than this is no help to them. */
const PER_LOAN = { limit: 10, windowMs: 24 * 3_600_000 }
/** How long a person may take. */
const REVIEW_MS = 30 * 24 * 3_600_000

export interface StatementWish {
  readonly actor: SessionActor
  readonly portfolio: Portfolio
  readonly name: LoanName
}

/** A file that is what it says, kept under its content; no row tells of it yet. */
export interface KeptStatement {
  readonly kind: StatementKind
  readonly fileName: string
  readonly read: StatementSummary | null
  readonly kept: KeptFile
}

/** Checks and keeps the file outside of any transaction. The loan is looked up first, so that nobody fills the disk. */
export async function keepStatement(
  { database, objects, limits, clock }: VerificationParts,
  { actor, portfolio, name }: StatementWish,
  upload: Upload | undefined,
): Promise<Answer<KeptStatement>> {
  const now = clock.now()
  const loan = await findBorrowerLoan(database.db, actor, name)
  if (!loan.ok) return loan
  const { portfolioId, loanNo } = loan.value
  const wait = await limits.take(database.db, `statement/${portfolioId}/${loanNo}`, PER_LOAN, now)
  if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
  if (upload === undefined) return refuseFile('fileUnreadable', ['Choose a file !'])
  if (upload.bytes.length > MOST_BYTES) return refuse('payloadTooLarge')
  const kind = statementKind(upload)
  if (kind === undefined || !portfolio.statementFileTypes.includes(kind)) {
    return refuseFile('unsupportedFile', ['Choose CSV or png file !'])
  }
  const read =
    kind === 'csv' ? await readStatementCsv(upload.bytes, dateIn(now, portfolio.timeZone)) : ok(null)
  if (!read.ok) return refuseFile('fileUnreadable', read.error)
  const kept = await keepFile(objects, portfolioId, upload.bytes, kind)
  return ok({ kind, fileName: upload.fileName, read: read.value, kept })
}

function refuseFile(name: 'fileUnreadable' | 'unsupportedFile', messages: readonly string[]) {
  return refuse(name, { errors: messages.map((message) => ({ elementKey: ELEMENT, message })) })
}

/**
 * Records a kept statement with the loan. It stands as a verification in progress until a person has looked at it;
 * accepting it is what makes the section complete (domain.md §2).
 */
export async function recordStatement(
  parts: VerificationParts,
  unit: UnitOfWork,
  { actor, name }: StatementWish,
  { kind, fileName, read, kept }: KeptStatement,
): Promise<Answer<StatementReply>> {
  const found = await lockBorrowerLoan(unit.tx, actor, name)
  if (!found.ok) return found
  const loan = found.value
  const { progress } = await loadProgress(unit.tx, parts.cipher, loan)
  if (!isSectionEditable(SectionKey.ibv, progress)) return refuse('loanStatusInvalid')
  const documentNo = await newDocumentNo(unit.tx)
  const { portfolioId, loanNo, openId } = loan
  await recordDocument(unit, kept, {
    portfolioId,
    loanNo,
    openId,
    documentNo,
    role: 'record',
    documentType: DocumentType.bankStatement,
    title: 'Bank Statement',
    mediaType: MEDIA_TYPES[kind],
    sealedAt: null,
    evidence: { kind, rows: read?.rows ?? null, from: read?.from ?? null, to: read?.to ?? null },
  })
  await beginReview(parts, unit, loan, documentNo)
  const note = {
    portfolioId,
    subject: loanNo,
    action: 'statementUploaded',
    actor: actorName(actor),
    at: unit.now,
  }
  await appendAudit(unit.tx, { ...note, facts: { documentNo, kind } })
  await postProgress(parts, unit, loan)
  return ok({
    documentNo,
    fileName,
    kind,
    read,
    ibvStatus: IbvStatus.inProgress,
    notification: NotificationCode.bankStatementUploadSuccess,
  })
}

async function beginReview(
  { random }: VerificationParts,
  { tx, now }: UnitOfWork,
  { portfolioId, loanNo }: Loan,
  documentNo: string,
): Promise<void> {
  await insertIbvRequest(tx, {
    portfolioId,
    loanNo,
    requestCode: newId(random),
    provider: STATEMENT_PROVIDER,
    providerReference: documentNo,
    status: IbvStatus.inProgress,
    createdAt: now,
    expiresAt: new Date(now.getTime() + REVIEW_MS),
  })
}
