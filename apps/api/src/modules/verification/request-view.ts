import type { ForReaders } from '../../reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type { getRequestDetailsCall, getRequestStatusCall } from '@dolphin/contract/verification'
import { listSigningSessions } from '@dolphin/database/agreements/signing-session-repository'
import {
  findIbvReport,
  findIbvRequest,
  type IbvRequest,
  listIbvRequests,
} from '@dolphin/database/verification/ibv-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { isoInZone } from '@dolphin/domain/time/new-york'
import { matchAccount, shownTail } from '@dolphin/domain/verification/account-match'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { isIbvSettled } from '@dolphin/domain/verification/request-lifecycle'
import type { SessionActor } from '../../http/actor.ts'
import { loadAnswers } from '../borrowers/answers.ts'
import { typedBankOf } from '../borrowers/applicant.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { newestRequest } from '../borrowers/newest-request.ts'
import { verificationWay } from '../borrowers/statement-provider.ts'
import { reportFromStored, type StoredReport, summaryFromStored } from '../borrowers/verified-income.ts'
import { refusalText, findFallbackOptions } from './fallback-options.ts'
import { sourcesBehind } from './income-view.ts'
import { statusText } from './status-text.ts'
import type { VerificationDeps } from './verification-deps.ts'

type StatusReply = ForReaders<CallReply<typeof getRequestStatusCall>>
type DetailsReply = CallReply<typeof getRequestDetailsCall>

/** A bank link with the loan it is for. */
export interface OwnRequest {
  readonly request: IbvRequest
  readonly loan: Loan
}

/** The bank link of this code, if it is for a loan in reach. */
export async function findOwnRequest(
  { database }: VerificationDeps,
  actor: SessionActor,
  requestCode: string,
): Promise<OwnRequest | undefined> {
  const request = await findIbvRequest(database.db, { portfolioId: actor.portfolioId, requestCode })
  if (request === undefined) return undefined
  const loan = await findBorrowerLoan(database.db, actor, { loanNo: request.loanNo })
  return loan.ok ? { request, loan: loan.value } : undefined
}

/** The request opened last for the newest loan in reach, a bank link or a signing; undefined where there is none. */
export async function findNewestRequestCode(
  { database }: VerificationDeps,
  actor: SessionActor,
): Promise<string | undefined> {
  const loan = await findBorrowerLoan(database.db, actor, 'newest')
  if (!loan.ok) return undefined
  const [[link], [signing]] = await Promise.all([
    listIbvRequests(database.db, loan.value),
    listSigningSessions(database.db, loan.value),
  ])
  return newestRequest(link, signing)?.requestCode
}

/** How it stands, and, unless it came through, what is left besides. */
export async function statusView(
  deps: VerificationDeps,
  { request, loan }: OwnRequest,
  timeZone: string,
  now: Date,
): Promise<StatusReply> {
  const { requestCode, status, expiresAt } = request
  const { fallbacks } = await findFallbackOptions(deps, deps.database.db, loan, now)
  return {
    requestCode,
    purpose: 'IBV',
    ibvStatus: status,
    signStatus: null,
    text: statusText(request),
    way: verificationWay(request),
    reason: refusalText(request),
    fallbacks: status === IbvStatus.successful ? [] : fallbacks,
    final: isIbvSettled(status),
    expiresAt: isoInZone(expiresAt, timeZone),
  }
}

/** What the bank told: accounts by their last digits, and the income read from them. */
export async function detailsView(
  { database, cipher, calendar }: VerificationDeps,
  { request, loan }: OwnRequest,
): Promise<DetailsReply> {
  const { requestCode, loanNo, status, institution } = request
  const head = { purpose: 'IBV', requestCode, loanNo, ibvStatus: status, institution } as const
  const stored = await findIbvReport<StoredReport>(database.db, cipher, request)
  if (stored === undefined) return { ...head, accounts: [], income: null }
  const report = reportFromStored(stored.report)
  const typed = typedBankOf(await loadAnswers(database.db, cipher, loan))
  const match = typed && matchAccount(report.accounts, typed)
  const matchedId = match?.result === 'matched' ? match.account.accountId : undefined
  const summary = summaryFromStored(stored.report, calendar)
  return {
    ...head,
    accounts: report.accounts.map((account) => ({
      accountId: account.accountId,
      accountMasked: `••••${shownTail(account)}`,
      accountType: account.type,
      balance: moneyToWire(account.balance),
      matched: account.accountId === matchedId,
    })),
    income: {
      monthlyNetIncome: moneyToWire(summary.monthlyNetIncome),
      frequency: summary.cadence,
      nextPaydays: summary.nextPaydays.map(formatLocalDate),
      daysOfHistory: summary.daysOfHistory,
      sources: sourcesBehind(summary),
    },
  }
}
