import type { CallReply } from '@dolphin/contract/call'
import type { showBankLinkCall } from '@dolphin/contract/verification-staff'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import {
  findIbvReport,
  type IbvRequest,
  listIbvRequests,
} from '@dolphin/database/verification/ibv-repository'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { matchAccount, shownTail } from '@dolphin/domain/verification/account-match'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { type Result, refuse } from '../../refusal.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { typedBankOf } from '../borrowers/applicant.ts'
import { verificationWay } from '../borrowers/statement-provider.ts'
import { reportFromStored, type StoredReport, summaryFromStored } from '../borrowers/verified-income.ts'
import { refusalText } from './fallback-options.ts'
import { computedView, lineView, linesBehind } from './income-view.ts'
import type { VerificationDeps } from './verification-deps.ts'

type BankLinks = CallReply<typeof showBankLinkCall>
type ShownLink = NonNullable<BankLinks['shown']>

const MOST_LINKS = 50
const MOST_ACCOUNTS = 50
const MOST_OWNERS = 20
const MOST_ROWS = 500

/**
 * The bank links of a loan, and what one of them told with the rows behind each figure: the one that is named, else the
 * newest that came through. Errors: `notFound` where the named one is no bank link of this loan.
 */
export async function showBankLink(
  deps: VerificationDeps,
  loan: Loan,
  requestCode: string | undefined,
): Promise<Result<BankLinks>> {
  const { db } = deps.database
  const links = (await listIbvRequests(db, loan)).filter((one) => verificationWay(one) === 'bank')
  const isMeant = (one: IbvRequest) =>
    requestCode === undefined ? one.status === IbvStatus.successful : one.requestCode === requestCode
  const meant = links.find(isMeant)
  if (meant === undefined && requestCode !== undefined) return refuse('notFound')
  return ok({
    loanNo: loan.loanNo,
    links: links.slice(0, MOST_LINKS).map(linkView),
    shown: meant === undefined ? null : await shownLink(deps, db, loan, meant),
  })
}

function linkView(request: IbvRequest): BankLinks['links'][number] {
  const { requestCode, provider, status, institution, createdAt } = request
  return {
    requestCode,
    provider,
    ibvStatus: status,
    institution,
    openedAt: isoInZone(createdAt, NEW_YORK),
    // Employees read English.
    reason: refusalText(request)?.en ?? null,
  }
}

async function shownLink(
  { cipher, calendar }: VerificationDeps,
  executor: Executor,
  loan: Loan,
  { portfolioId, requestCode }: IbvRequest,
): Promise<ShownLink | null> {
  const stored = await findIbvReport<StoredReport>(executor, cipher, { portfolioId, requestCode })
  if (stored === undefined) return null
  const report = reportFromStored(stored.report)
  const summary = summaryFromStored(stored.report, calendar)
  const typed = typedBankOf(await loadAnswers(executor, cipher, loan))
  const match = typed && matchAccount(report.accounts, typed)
  const matchedId = match?.result === 'matched' ? match.account.accountId : undefined
  return {
    requestCode,
    receivedAt: isoInZone(stored.receivedAt, NEW_YORK),
    institution: report.institution,
    ownersRead: report.ownersUnread === undefined,
    unreadLines: report.unreadLines ?? 0,
    accounts: accountsView(report, matchedId),
    computed: computedView(report, summary),
    behind: linesBehind(report, summary),
  }
}

const accountsView = ({ accounts }: BankReport, matchedId: string | undefined): ShownLink['accounts'] =>
  accounts.slice(0, MOST_ACCOUNTS).map((account) => ({
    accountMasked: `••••${shownTail(account)}`,
    accountType: account.type,
    ownerNames: account.ownerNames.slice(0, MOST_OWNERS),
    balance: moneyToWire(account.balance),
    open: account.open,
    matched: account.accountId === matchedId,
    tokenized: account.tokenMask !== undefined,
    rows: account.transactions.slice(-MOST_ROWS).map(lineView),
  }))
