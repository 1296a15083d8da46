import type { ForReaders } from '../../reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type { listDisbursementLoanCall } from '@dolphin/contract/disbursement'
import {
  listSigningSessions,
  type SigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { listOwnLoans, type Loan } from '@dolphin/database/loans/loan-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { findCurrentPlan, type PlanWithInstallments } from '@dolphin/database/plans/plan-repository'
import type { DecisionOutcome } from '@dolphin/domain/decisions/decision'
import { reviewStatusOf } from '@dolphin/domain/loans/review-status'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { RESUME_ORDER } from '@dolphin/domain/loans/loan-flag'
import { moveLoan } from '@dolphin/domain/loans/loan-life'
import { signingStep } from '@dolphin/domain/loans/signing-step'
import { LoanStatus, OriginatingSubStatus, SignStatus } from '@dolphin/domain/loans/codes'
import { TransactionMode, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import { addressLine } from '@dolphin/domain/documents/party'
import { payoutOf } from '@dolphin/domain/disbursement/payout'
import { promisedPayoutDay } from '@dolphin/domain/disbursement/promised-payout'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { dateIn, isoInZone } from '@dolphin/domain/time/new-york'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { listIbvRequests } from '@dolphin/database/verification/ibv-repository'
import { listOpenKindsOf } from '@dolphin/database/work-items/work-item-repository'
import { openItemsView } from '../work-items/open-items-view.ts'
import type { Deps } from '../../deps.ts'
import { type ApplicationAnswers, loadAnswers } from '../borrowers/answers.ts'
import { mailingAddress } from '../borrowers/mailing-address.ts'
import { applicantOf, typedBankOf } from '../borrowers/applicant.ts'
import { findDecisionOnFile, wordedReasons } from '../decisions/decision-on-file.ts'
import { approvalStateOf } from '../loans/approval-state.ts'
import { hasQualifiedPrincipal, homeFlagOf } from '../loans/home-state.ts'
import { payoutModeIn } from '../loans/payout-mode.ts'
import { currentLoanLink } from '../loans/loan-link.ts'
import { shownStep } from '../loans/loan-moves.ts'
import { isRepairOpen } from '../borrowers/open-repairs.ts'
import { verificationWay } from '../borrowers/statement-provider.ts'
import { linkedBankName } from '../borrowers/account-in-use.ts'
import { maskedAccount } from '../borrowers/masked-account.ts'
import { signsAgain } from '../plans/plan-again.ts'
import { shownApr } from './shown-apr.ts'
import { datesToPick } from './dates-to-pick.ts'
import type { ReadPoint } from '../../unit-of-work.ts'

export type DisbursementDeps = Pick<
  Deps,
  | 'database'
  | 'cipher'
  | 'keys'
  | 'random'
  | 'portfolios'
  | 'calendar'
  | 'units'
  | 'notices'
  | 'tickets'
  | 'config'
>
type Reply = ForReaders<CallReply<typeof listDisbursementLoanCall>>
type Row = Reply['loans'][number]

/** Not funded yet, or ended without ever being. */
const UNFUNDED: readonly LoanStatus[] = [
  LoanStatus.initializing,
  LoanStatus.originating,
  LoanStatus.withdrawn,
  LoanStatus.approved,
  LoanStatus.pending,
]

/** What the home page and the disbursement pages show before the money has arrived. */
export async function listDisbursementLoans(deps: DisbursementDeps, owner: Owner, now: Date): Promise<Reply> {
  const { db } = deps.database
  const all = await listOwnLoans(db, owner)
  const loans: Row[] = []
  for (const loan of all.filter(({ status }) => UNFUNDED.includes(status))) {
    loans.push(await loanRow(deps, db, loan, now))
  }
  return { homeFlag: await homeFlagOf(db, all, now), loans }
}

async function loanRow(deps: DisbursementDeps, executor: Executor, loan: Loan, now: Date): Promise<Row> {
  const current = await findCurrentPlan(executor, loan)
  const [signingSession] = await listSigningSessions(executor, loan)
  const answers = await loadAnswers(executor, deps.cipher, loan)
  const choice = await datesToPick(deps, executor, loan, { now })
  const isRepairing = await isRepairOpen(executor, [loan])
  const openKinds = await listOpenKindsOf(executor, loan.portfolioId, [loan.loanNo])
  const { loanNo, applicationNo, status, subStatus, flags } = loan
  return {
    loanNo,
    applicationNo,
    loanStatus: status,
    subStatus,
    reviewStatus: reviewStatusOf(loan),
    trackerStep: shownStep(loan, isRepairing),
    amount: loan.approvedAmount === null ? null : moneyToWire(loan.approvedAmount),
    offer: offerOf(deps, loan, now),
    effectiveDate: promisedDay(deps, loan, { isRepairing, now }),
    ...firstPaymentOf(current),
    ...(await wayOut(deps, executor, loan, answers)),
    datesToPick: (choice?.dates ?? []).map(formatLocalDate),
    datesToSign: (choice?.datesToSign ?? []).map(formatLocalDate),
    ...(await shownApr(deps, executor, loan, current)),
    signsAgain: signsAgain(loan),
    ...signingOf(signingSession),
    loanFlags: RESUME_ORDER.filter((flag) => flags.includes(flag)),
    next: await nextPage(deps, { tx: executor, now }, loan),
    hasQualifiedPrincipal: hasQualifiedPrincipal(loan, now),
    reasons: await reasonsOf(deps, executor, loan),
    statementInReview: await isStatementInReview(executor, loan),
    cancelable: moveLoan(loan, 'withdrawnByCustomer').ok,
    ...openItemsView(openKinds.get(loanNo) ?? []),
  }
}

function promisedDay(
  { portfolios }: DisbursementDeps,
  loan: Loan,
  { isRepairing, now }: { readonly isRepairing: boolean; readonly now: Date },
): string | null {
  const data = portfolios.byId(loan.portfolioId)
  if (data === undefined) return null
  const day = promisedPayoutDay({
    status: loan.status,
    approval: approvalStateOf(data, loan),
    day: loan.disbursementDate,
    isRepairOpen: isRepairing,
    today: dateIn(now, data.portfolio.timeZone),
  })
  return day === null ? null : formatLocalDate(day)
}

/** How the money is sent: into the account, or as a check to the address. Only the one that is used is named. */
async function wayOut(
  deps: DisbursementDeps,
  executor: Executor,
  loan: Loan,
  answers: ApplicationAnswers,
): Promise<Pick<Row, 'method' | 'account' | 'checkAddress' | 'mailedOn' | 'sameDayTip'>> {
  const { status } = loan
  const transactions = await listTransactions(executor, loan)
  const method = payoutModeIn(transactions)
  if (method === TransactionMode.paperCheck) {
    const applicant = applicantOf(answers)
    const checkAddress = applicant === undefined ? null : addressLine(mailingAddress(applicant))
    const mailedOn = mailedOnOf(deps, transactions)
    return { method, account: null, checkAddress, mailedOn, sameDayTip: false }
  }
  const bank = typedBankOf(answers)
  const bankName = bank === undefined ? null : await linkedBankName(deps, executor, loan, bank)
  return {
    method,
    account: maskedAccount(bank, bankName),
    checkAddress: null,
    mailedOn: null,
    sameDayTip: status === LoanStatus.originating || status === LoanStatus.approved,
  }
}

/** The day on which the check is mailed; null while none is planned. */
function mailedOnOf(
  { calendar }: DisbursementDeps,
  transactions: readonly MoneyTransaction[],
): string | null {
  const credit = transactions.findLast(
    ({ type, status }) => type === TransactionType.credit && status >= TransactionStatus.none,
  )
  const mailedOn = credit === undefined ? null : payoutOf(calendar, credit).mailedOn
  return mailedOn === null ? null : formatLocalDate(mailedOn)
}

function offerOf({ portfolios }: DisbursementDeps, loan: Loan, now: Date): Row['offer'] {
  const { approvedAmount, qualifiedMinimum, qualifiedMaximum, qualifiedUntil, portfolioId } = loan
  const zone = portfolios.byId(portfolioId)?.portfolio.timeZone
  if (approvedAmount !== null || zone === undefined || !hasQualifiedPrincipal(loan, now)) return null
  if (qualifiedMinimum === null || qualifiedMaximum === null || qualifiedUntil === null) return null
  return {
    minimum: moneyToWire(qualifiedMinimum),
    maximum: moneyToWire(qualifiedMaximum),
    expiresAt: isoInZone(qualifiedUntil, zone),
  }
}

function firstPaymentOf(
  current: PlanWithInstallments | undefined,
): Pick<Row, 'firstPaymentDate' | 'firstPaymentAmount'> {
  const first = current?.installments[0]
  if (first === undefined) return { firstPaymentDate: null, firstPaymentAmount: null }
  return { firstPaymentDate: formatLocalDate(first.dueDate), firstPaymentAmount: moneyToWire(first.amount) }
}

function signingOf(signingSession: SigningSession | undefined): Pick<Row, 'requestCode' | 'signStatus'> {
  if (signingSession === undefined) return { requestCode: null, signStatus: null }
  const { requestCode, signStatus } = signingSession
  const open = signStatus === SignStatus.notSigned || signStatus === SignStatus.suspended
  return { requestCode: open ? requestCode : null, signStatus }
}

/** The page on which the borrower goes on: the application, the signature, or home to wait. */
async function nextPage(deps: DisbursementDeps, at: ReadPoint, loan: Loan): Promise<string> {
  const { status, subStatus, signedAt } = loan
  if (status === LoanStatus.withdrawn) return '/loan-agreement'
  const withCustomer = status === LoanStatus.originating && subStatus === OriginatingSubStatus.customerReview
  if (status !== LoanStatus.initializing && !(withCustomer && signedAt === null)) return '/home'
  const { approvedAmount, flags } = loan
  const step = signingStep({ hasPlan: approvedAmount !== null, flags, signsAgain: signsAgain(loan) })
  const signing = withCustomer && step === 'sign'
  const link =
    (signing ? await currentLoanLink(deps, at, loan, 'signature') : undefined) ??
    (await currentLoanLink(deps, at, loan, 'application'))
  return link?.path ?? '/loan-agreement'
}

/** Why the loan was declined, or why no amount was found on an application that another account may still help. */
async function reasonsOf(deps: DisbursementDeps, executor: Executor, loan: Loan): Promise<Row['reasons']> {
  const outcome = REASONED[loan.status]
  if (outcome === undefined) return []
  const onFile = await findDecisionOnFile(deps, executor, loan)
  return onFile?.decision.outcome === outcome ? wordedReasons(deps, executor, loan, onFile) : []
}

const REASONED: Partial<Record<LoanStatus, DecisionOutcome>> = {
  [LoanStatus.withdrawn]: 'declined',
  [LoanStatus.initializing]: 'incomeRetry',
}

/** A bank statement, or the request for a person, is with an employee. */
async function isStatementInReview(executor: Executor, loan: Loan): Promise<boolean> {
  if (loan.status !== LoanStatus.initializing) return false
  const requests = await listIbvRequests(executor, loan)
  return requests.some(
    (request) => verificationWay(request) !== 'bank' && request.status === IbvStatus.inProgress,
  )
}
