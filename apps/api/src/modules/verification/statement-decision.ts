import type { CallRequest } from '@dolphin/contract/call'
import type { acceptStatementCall } from '@dolphin/contract/verification-staff'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { moveIbvStatus, saveIbvReport } from '@dolphin/database/verification/ibv-repository'
import { lockLoan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { flagsRaisedBy } from '@dolphin/domain/loans/loan-flag'
import type { NoticeKind } from '@dolphin/domain/notices/notice-kind'
import { ok } from '@dolphin/domain/outcome'
import { tailOf } from '@dolphin/domain/verification/account-match'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import {
  STATEMENT_OBSTACLE_WORDS,
  type StatementAct,
  type StatementObstacle,
  statementObstacle,
} from '@dolphin/domain/verification/statement-acts'
import type { StatementContent } from '@dolphin/domain/verification/statement'
import { STATEMENT_REFUSALS, type StatementRefusal } from '@dolphin/domain/verification/statement-refusal'
import {
  copyFromQuarantine,
  newDocumentNo,
  recordDocument,
  type StoredFile,
} from '../documents/document-vault.ts'
import { type Result, refuse } from '../../refusal.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { typedBankOf } from '../borrowers/applicant.ts'
import { ensureLoanLink } from '../loans/loan-link.ts'
import { postProgress, raiseFlags } from '../loans/loan-moves.ts'
import { loadProgress } from '../borrowers/section-progress.ts'
import { verificationWay } from '../borrowers/statement-provider.ts'
import { reportToStored } from '../borrowers/verified-income.ts'
import { pageAddress } from '../../config/page-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import {
  findStatement,
  isCounted,
  reportOf,
  type ReviewedStatement,
  statementHead,
  statementFactsOf,
  type StatementHead,
} from './statement-review.ts'
import type { VerificationDeps } from './verification-deps.ts'

export type Acceptance = CallRequest<typeof acceptStatementCall>['body']

/** An employee's decision. */
export interface StatementOrder {
  readonly requestCode: string
  /** Why, for the audit; people read it. */
  readonly note: string
  /** From actorName. */
  readonly actor: string
}

/** Without a table to compute from, at least these have to be found by the person. */
const NEEDED = ['monthlyNetIncome', 'frequency', 'nextPaydays', 'periodFrom', 'lastIncomeOn'] as const

/**
 * Accepts a statement: its income, as computed and corrected by the person, is the loan's verified income from now on
 * (status 100), on the account that the borrower typed. `content` is the table, read before the transaction.
 *
 * Errors: `notFound`; `reviewDecisionRefused` where it is decided or in quarantine; `loanStatusInvalid` where the loan
 * is past it; `invalidInput` at the fields, and where the borrower has not entered the account yet.
 */
export async function acceptStatement(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { accountTail, ownerName, findings, ...order }: Acceptance & StatementOrder,
  content: StatementContent | undefined,
): Promise<Result<StatementHead>> {
  const found = await lockPossible(deps, unit, 'accept', order.requestCode)
  if (!found.ok) return found
  const { loan, request } = found.value
  const bank = typedBankOf((await loadProgress(unit.tx, deps.cipher, loan)).answers)
  assert(bank !== undefined, 'a statement is accepted once its account is typed')
  const errors = [
    ...tailErrors(accountTail, bank.accountNumber),
    ...(isCounted(found.value, content) ? [] : missingErrors(findings)),
  ]
  if (errors.length > 0) return refuse('invalidInput', { errors })
  const report = reportOf(deps, found.value, content, { bank, ownerName })
  const stored = { ...reportToStored(report), findings }
  await saveIbvReport(unit.tx, deps.cipher, request, { report: stored, at: unit.now })
  const to = { from: [IbvStatus.inProgress], to: IbvStatus.successful, institution: report.institution }
  if (!(await moveIbvStatus(unit.tx, request, to, unit.now))) return refuse('reviewDecisionRefused')
  if (loan.status !== LoanStatus.initializing) await raiseFlags(unit, loan, flagsRaisedBy('bankChanged'))
  await note(unit, found.value, order, {
    action: 'statementAccepted',
    facts: { corrected: Object.keys(findings) },
  })
  await tell(deps, unit, found.value, undefined)
  return done(deps, unit, order.requestCode)
}

function tailErrors(accountTail: string, accountNumber: string) {
  if (tailOf(accountNumber) === accountTail) return []
  const message = `The borrower typed an account that ends with ${tailOf(accountNumber)}. Refuse a statement of another one.`
  return [{ elementKey: 'accountTail', message }]
}

function missingErrors(findings: Acceptance['findings']) {
  const message =
    'What was computed for this statement may not stand, or nothing was. Enter what you found in the file.'
  return NEEDED.filter((name) => isMissing(findings[name])).map((name) => ({ elementKey: name, message }))
}

const isMissing = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/**
 * Refuses a statement with a reason that the borrower reads (status -1); they may send another.
 *
 * Errors: `notFound`, `reviewDecisionRefused` where it is decided.
 */
export async function refuseStatement(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { reason, ...order }: StatementOrder & { readonly reason: StatementRefusal },
): Promise<Result<StatementHead>> {
  const found = await lockPossible(deps, unit, 'refuse', order.requestCode)
  if (!found.ok) return found
  const to = { from: [IbvStatus.inProgress], to: IbvStatus.accountError, refusal: reason }
  if (!(await moveIbvStatus(unit.tx, found.value.request, to, unit.now)))
    return refuse('reviewDecisionRefused')
  await note(unit, found.value, order, { action: 'statementRefused', facts: { reason } })
  await tell(deps, unit, found.value, reason)
  return done(deps, unit, order.requestCode)
}

/** Copies a file out of quarantine, before the transaction: a disk may be slow. */
export const copyOut = async (
  { objects }: VerificationDeps,
  { document }: ReviewedStatement,
): Promise<StoredFile | undefined> => document && (await copyFromQuarantine(objects, document, 'pdf'))

/**
 * Lets a file out of quarantine that a person found to be a statement: it gets a document of its own, which its
 * borrower may read, and waits like any other.
 *
 * Errors: `notFound`, `reviewDecisionRefused` where it is not in quarantine.
 */
export async function releaseStatement(
  deps: VerificationDeps,
  unit: UnitOfWork,
  order: StatementOrder,
  kept: StoredFile | undefined,
): Promise<Result<StatementHead>> {
  const found = await lockPossible(deps, unit, 'release', order.requestCode)
  if (!found.ok) return found
  const { document, request, loan } = found.value
  // Read before the lock: what is in quarantine now was released and held again meanwhile.
  if (document === undefined || kept === undefined) return refuse('reviewDecisionRefused')
  const { portfolioId, loanNo, documentType, title } = document
  const documentNo = await newDocumentNo(unit.tx)
  const isPdf = document.evidence['kind'] === 'pdf'
  await recordDocument(unit, kept, {
    portfolioId,
    loanNo,
    openId: loan.openId,
    documentNo,
    role: 'record',
    documentType,
    title,
    mediaType: isPdf ? 'application/pdf' : document.mediaType,
    sealedAt: null,
    evidence: { kind: document.evidence['kind'], releasedFrom: document.documentNo },
  })
  const to = { from: [IbvStatus.inProgress], to: IbvStatus.inProgress, providerReference: documentNo }
  assert(await moveIbvStatus(unit.tx, request, to, unit.now), 'an attempt moves under its loan’s lock only')
  await note(unit, found.value, order, { action: 'statementReleased', facts: { documentNo } })
  return done(deps, unit, order.requestCode)
}

/** The statement of a locked loan, where the act is possible as things stand. */
async function lockPossible(
  deps: VerificationDeps,
  unit: UnitOfWork,
  act: StatementAct,
  requestCode: string,
): Promise<Result<ReviewedStatement>> {
  const first = await findStatement(deps, unit.tx, requestCode)
  if (first === undefined) return refuse('notFound')
  await lockLoan(unit.tx, first.loan)
  // Read again: the previous holder of the lock may have decided it.
  const statement = await findStatement(deps, unit.tx, requestCode)
  assert(statement !== undefined, 'an attempt is never deleted')
  const obstacle = statementObstacle(act, await statementFactsOf(deps, unit.tx, statement))
  return obstacle === undefined ? ok(statement) : refuseFor(obstacle)
}

/** Refuses with the reason that the desk shows beside the act. */
function refuseFor(obstacle: StatementObstacle): Result<never> {
  const message = STATEMENT_OBSTACLE_WORDS[obstacle]
  if (obstacle === 'accountMissing')
    return refuse('invalidInput', { errors: [{ elementKey: 'accountTail', message }] })
  return refuse(obstacle === 'takesNone' ? 'loanStatusInvalid' : 'reviewDecisionRefused', { message })
}

async function done(deps: VerificationDeps, unit: UnitOfWork, requestCode: string) {
  const after = await findStatement(deps, unit.tx, requestCode)
  assert(after !== undefined, 'a decided statement is there')
  return ok(await statementHead(deps, unit.tx, after))
}

/** What was decided, and the facts of it for the audit. */
interface DecisionFacts {
  readonly action: string
  readonly facts: Readonly<Record<string, unknown>>
}

async function note(
  unit: UnitOfWork,
  { loan: { portfolioId, loanNo }, request: { requestCode } }: ReviewedStatement,
  { actor, note: words }: StatementOrder,
  { action, facts }: DecisionFacts,
): Promise<void> {
  const all = { requestCode, note: words, ...facts }
  await appendAudit(unit.tx, { portfolioId, subject: loanNo, action, actor, at: unit.now, facts: all })
}

/** Ticket 3003 to the borrower's open pages, and a mail with the link back. */
async function tell(
  deps: VerificationDeps,
  unit: UnitOfWork,
  { loan, request }: ReviewedStatement,
  refusal: StatementRefusal | undefined,
): Promise<void> {
  await postProgress(deps, unit, loan)
  const borrower = await borrowerAddress(unit.tx, deps.cipher, loan)
  const portfolio = deps.portfolios.byId(loan.portfolioId)?.portfolio
  if (borrower === undefined || portfolio === undefined) return
  const { path } = await ensureLoanLink(deps, unit, loan, 'application')
  const { portfolioId, openId, loanNo } = loan
  const head = { portfolioId, openId, loanNo, recipient: borrower.email }
  const values = { firstName: borrower.firstName, loanNo, link: pageAddress(deps.config, portfolio, path) }
  const noticeOf = <Kind extends NoticeKind>(kind: Kind) => ({
    ...head,
    kind,
    dedupKey: `${kind}/${request.requestCode}`,
  })
  if (refusal === undefined) await deps.notices.send(unit, { ...noticeOf('statementAccepted'), values })
  else if (verificationWay(request) === 'person')
    await deps.notices.send(unit, { ...noticeOf('incomeNotVerified'), values })
  else {
    const reason = STATEMENT_REFUSALS[refusal]
    await deps.notices.send(unit, { ...noticeOf('statementRefused'), values: { ...values, reason } })
  }
}
