import type { CallReply } from '@dolphin/contract/call'
import type { listStatementCall, showStatementCall } from '@dolphin/contract/verification-staff'
import { listDocumentsOfLoan, type StoredDocument } from '@dolphin/database/documents/document-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { findIbvRequest, type IbvRequest } from '@dolphin/database/verification/ibv-repository'
import { findLoan, type Loan } from '@dolphin/database/loans/loan-repository'
import { assert } from '@dolphin/domain/assert'
import { moneyToWire, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { dateIn, isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { tailOf } from '@dolphin/domain/verification/account-match'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { summarizeIncome } from '@dolphin/domain/verification/income'
import {
  STATEMENT_ACTS,
  STATEMENT_OBSTACLE_WORDS,
  STATEMENT_RULES,
  type StatementFacts,
  statementObstacle,
} from '@dolphin/domain/verification/statement-acts'
import { PDF_UNREAD, type StatementContent, statementReport } from '@dolphin/domain/verification/statement'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { isSectionEditable } from '@dolphin/domain/applications/sections'
import { loadProgress } from '../borrowers/section-progress.ts'
import { isInQuarantine } from '../documents/document-vault.ts'
import type { ColumnAnswer } from '@dolphin/integrations/statement/column-answer'
import { inLanguage } from '../../reader-words.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { applicantOf, payrollOf, type TypedBank, typedBankOf } from '../borrowers/applicant.ts'
import { verificationWay } from '../borrowers/statement-provider.ts'
import { contentIn, type StatementKind } from './statement-upload.ts'
import { computedView, linesBehind } from './income-view.ts'
import { rowsRead, statementRead } from './statement-view.ts'
import type { VerificationDeps } from './verification-deps.ts'

export type StatementHead = CallReply<typeof listStatementCall>['statements'][number]
type ShownStatement = CallReply<typeof showStatementCall>
type StatementRead = NonNullable<ShownStatement['read']>

/** A verification in a person's hands, with its loan and file. */
export interface ReviewedStatement {
  readonly request: IbvRequest
  readonly loan: Loan
  /** Undefined where the borrower asked for a person and sent nothing. */
  readonly document: StoredDocument | undefined
}

/** One of any portfolio, by its code; undefined for a bank link. */
export async function findStatement(
  { portfolios }: Pick<VerificationDeps, 'portfolios'>,
  executor: Executor,
  requestCode: string,
): Promise<ReviewedStatement | undefined> {
  for (const { portfolio } of portfolios.all) {
    const { portfolioId } = portfolio
    const request = await findIbvRequest(executor, { portfolioId, requestCode })
    if (request !== undefined && verificationWay(request) !== 'bank')
      return await statementOf(executor, request)
  }
  return undefined
}

/** An attempt that is no bank link, with its loan and file. */
export async function statementOf(executor: Executor, request: IbvRequest): Promise<ReviewedStatement> {
  const loan = await findLoan(executor, request)
  assert(loan !== undefined, 'an attempt belongs to a loan')
  const documents = await listDocumentsOfLoan(executor, loan)
  const document = documents.find(({ documentNo }) => documentNo === request.providerReference)
  return { request, loan, document }
}

export const isQuarantined = ({ document }: Pick<ReviewedStatement, 'document'>): boolean =>
  document !== undefined && isInQuarantine(document)

/** One as lists name it. */
export async function statementHead(
  { cipher }: Pick<VerificationDeps, 'cipher'>,
  executor: Executor,
  statement: ReviewedStatement,
): Promise<StatementHead> {
  const { request, loan, document } = statement
  const applicant = applicantOf(await loadAnswers(executor, cipher, loan))
  const name = [applicant?.firstName, applicant?.lastName].filter((part) => part !== undefined).join(' ')
  return {
    requestCode: request.requestCode,
    portfolioId: loan.portfolioId,
    loanNo: loan.loanNo,
    applicationNo: loan.applicationNo,
    customerName: name,
    kind: kindOf(document),
    state: stateOf(statement),
    ibvStatus: request.status,
    documentNo: document?.documentNo ?? null,
    waitingSince: isoInZone(request.createdAt, NEW_YORK),
  }
}

const KINDS: readonly StatementKind[] = ['csv', 'png', 'pdf', 'unknown']

function kindOf(document: StoredDocument | undefined): StatementHead['kind'] {
  if (document === undefined) return 'person'
  return KINDS.find((kind) => kind === document.evidence['kind']) ?? 'unknown'
}

function stateOf(statement: ReviewedStatement): StatementHead['state'] {
  const { status } = statement.request
  if (status === IbvStatus.successful) return 'accepted'
  if (status === IbvStatus.startedNotCompleted) return 'columnsAsked'
  if (status !== IbvStatus.inProgress) return 'refused'
  return isQuarantined(statement) ? 'quarantined' : 'waiting'
}

/** The kinds whose rows are read here. */
const READ_KINDS: readonly unknown[] = ['csv', 'pdf']

/** The rows of a table or PDF, read again from its kept bytes; undefined for everything else. */
export async function readStoredStatement(
  { objects, statements, portfolios }: VerificationDeps,
  { document, request }: ReviewedStatement,
): Promise<StatementContent | undefined> {
  const kind = document?.evidence['kind']
  if (document === undefined || isInQuarantine(document) || !READ_KINDS.includes(kind)) return undefined
  const answer = answerOf(document)
  const bytes = await objects.get(document.objectKey)
  assert(bytes !== undefined, 'the bytes of a document are kept')
  const timeZone = portfolios.byId(request.portfolioId)?.portfolio.timeZone ?? NEW_YORK
  const today = dateIn(request.createdAt, timeZone)
  const types = ['csv', 'pdf'] as const
  const fileName = `statement.${String(kind)}`
  return contentIn(await statements.inspect({ fileName, bytes, types, today, answer }))
}

/** Which column is which, as the sender of a statement said; undefined where it was not asked, or they could not tell. */
const answerOf = ({ evidence }: StoredDocument): ColumnAnswer | undefined =>
  // Written by recordColumns alone.
  (evidence['columns'] as ColumnAnswer | null | undefined) ?? undefined

const NO_LINES = { lines: [], closingBalance: null } as const

/** The account that the borrower typed, and the owner that the statement names. */
interface AccountOwner {
  readonly bank: TypedBank
  readonly ownerName: string | null
}

/** The report that a statement stands for, on the account that the borrower typed. */
export function reportOf(
  { portfolios }: Pick<VerificationDeps, 'portfolios'>,
  { request }: ReviewedStatement,
  content: StatementContent | undefined,
  { bank: { accountType, routingNumber, accountNumber }, ownerName }: AccountOwner,
): BankReport {
  const timeZone = portfolios.byId(request.portfolioId)?.portfolio.timeZone ?? NEW_YORK
  const ownerNames = ownerName === null ? [] : [ownerName]
  const account = { type: accountType, routingNumber, accountNumber, ownerNames }
  return statementReport(content ?? NO_LINES, account, dateIn(request.createdAt, timeZone))
}

/**
 * Whether what was computed may stand. The text of a PDF is easily edited: its rows count only where they lead from its
 * first balance to its last.
 */
export const isCounted = (
  { document }: Pick<ReviewedStatement, 'document'>,
  content: StatementContent | undefined,
): boolean => content !== undefined && (document?.evidence['kind'] !== 'pdf' || content.balances === 'agree')

/** What the acts on a statement depend on, as things stand. */
export async function statementFactsOf(
  { cipher }: Pick<VerificationDeps, 'cipher'>,
  executor: Executor,
  statement: ReviewedStatement,
): Promise<StatementFacts> {
  const { progress, answers } = await loadProgress(executor, cipher, statement.loan)
  return {
    waits: statement.request.status === IbvStatus.inProgress,
    quarantined: isQuarantined(statement),
    takesIncome: isSectionEditable(SectionKey.ibv, progress),
    accountTyped: typedBankOf(answers) !== undefined,
  }
}

/** Everything that a person needs to judge it. */
export async function showStatement(
  deps: VerificationDeps,
  statement: ReviewedStatement,
): Promise<ShownStatement> {
  const { db } = deps.database
  const answers = await loadAnswers(db, deps.cipher, statement.loan)
  const [payroll, bank] = [payrollOf(answers), typedBankOf(answers)]
  const content = await readStoredStatement(deps, statement)
  const report = bank && content && reportOf(deps, statement, content, { bank, ownerName: null })
  const summary = report && summarizeIncome(report, deps.calendar)
  const facts = await statementFactsOf(deps, db, statement)
  return {
    ...(await statementHead(deps, db, statement)),
    // Employees read English; of the rest of the reply none is text for readers.
    read: content === undefined ? null : inLanguage<StatementRead>(statementRead(content), 'en'),
    unread: PDF_UNREAD.find((why) => why === statement.document?.evidence['unread']) ?? null,
    rows: rowsRead(content),
    computed: report === undefined || summary === undefined ? null : computedView(report, summary),
    needsFindings: !isCounted(statement, content),
    behind: report === undefined || summary === undefined ? null : linesBehind(report, summary),
    acts: STATEMENT_ACTS.map((act) => {
      const obstacle = statementObstacle(act, facts)
      const words = obstacle === undefined ? null : STATEMENT_OBSTACLE_WORDS[obstacle]
      return { act, rule: STATEMENT_RULES[act], obstacle: words }
    }),
    stated: {
      employer: payroll?.employerName ?? null,
      monthlyNetIncome: moneyToWire(payroll?.statedMonthlyNetIncome ?? ZERO_CENTS),
      accountMasked: bank === undefined ? null : `••••${tailOf(bank.accountNumber)}`,
    },
  }
}
