import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { coveredStatus } from '@dolphin/domain/decisions/covered-borrower'
import { LoanFlag, LoanStatus, OriginatingSubStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { READING_STATUSES } from '@dolphin/domain/verification/ibv-status'
import type { BankReport } from '@dolphin/domain/verification/bank-report'
import type { Deps } from '../../deps.ts'
import { actorName, type SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { findBorrowerLoan, lockBorrowerLoan } from '../loans/loan-access.ts'
import {
  findVerifiedAccount,
  takeMatchTry,
  takeVerifiedAccount,
  type TypedMatch,
} from '../borrowers/account-match.ts'
import {
  checkMilitaryStatus,
  type MilitaryStatus,
  recordMilitaryCheck,
  statedStatus,
} from './military-check.ts'
import { verificationWay } from '../borrowers/statement-provider.ts'
import { type IbvProgress, loadIbvProgress, loadVerifiedIncome } from '../borrowers/verified-income.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { applicationFacts } from './application-facts.ts'
import { carryOut } from './carry-out.ts'
import { findReadyApplicant, gatherApplication, type GatheredApplication } from './known-application.ts'
import { decideOnce, type DecisionOnRecord, latestDecision, standingCounter } from './stored-decision.ts'

export interface AmountRequest {
  readonly actor: SessionActor
  readonly applicationNo: string
  readonly match: TypedMatch | undefined
  readonly data: PortfolioData
}

/** How the application stands after it was asked for the amount. */
export interface AmountOutcome {
  readonly loan: Loan
  readonly record: DecisionOnRecord
  /** Absent where a stored decision is returned again and the bank data are gone. */
  readonly report: BankReport | undefined
}

export type DecisionDeps = Pick<
  Deps,
  | 'database'
  | 'clock'
  | 'cipher'
  | 'calendar'
  | 'random'
  | 'keys'
  | 'military'
  | 'objects'
  | 'log'
  | 'portfolios'
  | 'tickets'
  | 'notices'
  | 'jobs'
  | 'config'
  | 'limits'
>

/** A newer bank link is running: deciding on the report before it would judge the wrong account. */
export interface StillReading {
  readonly loan: Loan
  readonly reading: true
}

/** Before the transaction: whose loan it is, whether it can be decided at all, and the covered-borrower check. */
export async function prepareDecision(
  deps: DecisionDeps,
  { actor, applicationNo, data, match }: AmountRequest,
): Promise<Result<MilitaryStatus | undefined>> {
  const { db } = deps.database
  const loan = await findBorrowerLoan(db, actor, { applicationNo })
  if (!loan.ok) return loan
  if (!isDecidable(loan.value)) return ok(undefined)
  const progress = await loadIbvProgress(db, loan.value)
  if (isBankBeingRead(progress, deps.clock.now())) return ok(undefined)
  if (!data.portfolio.originating) return refuse('portfolioClosed')
  const now = deps.clock.now()
  if (match !== undefined) {
    const wait = await takeMatchTry(deps, db, loan.value, now)
    if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
  }
  const applicant = await findReadyApplicant(deps, db, loan.value, now)
  if (!applicant.ok) return applicant
  return checkMilitaryStatus(deps, loan.value, applicant.value, data.portfolio)
}

/**
 * Submits the application: locks the loan, reads the known facts, decides by the policy, stores the whole decision
 * and carries it out, all in the caller's transaction. For a loan past that (under review, withdrawn by a decision)
 * returns the stored decision again. Source: domain.md §6.
 */
export async function calculateAmount(
  deps: DecisionDeps,
  unit: UnitOfWork,
  request: AmountRequest,
  military: MilitaryStatus | undefined,
): Promise<Result<AmountOutcome | StillReading>> {
  const { actor, applicationNo, data } = request
  const locked = await lockBorrowerLoan(unit.tx, actor, { applicationNo })
  if (!locked.ok) return locked
  const loan = locked.value
  const stands = request.match === undefined && (await offerStands(deps, unit, loan))
  if (stands || !isDecidable(loan)) return storedOutcome(deps, unit, loan)
  const progress = await loadIbvProgress(unit.tx, loan)
  // Without the check it was reading a moment ago, which is soon enough to ask again.
  if (military === undefined || isBankBeingRead(progress, unit.now)) return ok({ loan, reading: true })
  const gathered = await gatherWithMatch(deps, unit, loan, { ...request, progress })
  if (!gathered.ok) return gathered
  const { requestCode: reportCode, report } = gathered.value
  const stated = await statedStatus(unit.tx, loan, gathered.value.applicant)
  const covered = coveredStatus(data.policy, { database: military.status, stated })
  const facts = applicationFacts({ ...gathered.value, military: covered })
  const counter = await standingCounter(deps, unit.tx, loan)
  const decided = await decideOnce(deps, unit, loan, { data, facts, reportCode })
  // A counteroffer stands as long as the facts do that it was made on.
  const isKept = counter?.counter?.decisionNo === decided.decisionNo
  const record = isKept && counter !== undefined ? { ...counter, fresh: false } : decided
  if (!record.fresh && isSettled(loan, record)) return ok({ loan, record, report })
  await recordMilitaryCheck(unit, loan, military)
  const by = actorName(actor)
  const endsCounter = counter !== undefined && !isKept
  const carried = { data, record, military: covered, actor: by, endsCounter }
  const after = await carryOut(deps, unit, loan, carried)
  if (!after.ok) return after
  await audit(unit, after.value, record, by)
  return ok({ loan: after.value, record, report })
}

async function gatherWithMatch(
  deps: DecisionDeps,
  unit: UnitOfWork,
  loan: Loan,
  { match, data, progress }: AmountRequest & { readonly progress: IbvProgress },
): Promise<Result<GatheredApplication>> {
  const at = { now: unit.now, timeZone: data.portfolio.timeZone, progress }
  const gathered = await gatherApplication(deps, unit.tx, loan, at)
  if (!gathered.ok || match === undefined) return gathered
  const { report, bank } = gathered.value
  const account = findVerifiedAccount(report, { ...match, holder: bank.holder })
  if (!account.ok) return account
  const matched = await takeVerifiedAccount(deps, unit, loan, account.value)
  if (!matched.ok) return matched
  return gatherApplication(deps, unit.tx, loan, at)
}

/**
 * The newest bank link is past its login and not at its end, and not so old that nothing will come of it. A statement
 * may wait for days; what is known already is decided on meanwhile.
 */
function isBankBeingRead({ newest }: IbvProgress, now: Date): boolean {
  if (newest === undefined || verificationWay(newest) !== 'bank') return false
  return READING_STATUSES.includes(newest.status) && now < newest.expiresAt
}

/** In 101, and in customer review where an edit may have changed the amount. */
function isDecidable({ status, subStatus, signedAt }: Loan): boolean {
  if (status === LoanStatus.initializing) return true
  const inCustomerReview = subStatus === OriginatingSubStatus.customerReview
  return status === LoanStatus.originating && inCustomerReview && signedAt === null
}

/**
 * An offer that was made holds until it ends: neither a newer policy nor asking again takes it back. An edit that
 * matters raises flag 10001, and a newer bank report speaks of other income: then it is decided anew.
 * Our decision: docs/decisions/deciding-and-signing-steps.md.
 */
async function offerStands(deps: DecisionDeps, unit: UnitOfWork, loan: Loan): Promise<boolean> {
  const { status, qualifiedAt, qualifiedUntil, flags } = loan
  if (status !== LoanStatus.originating || flags.includes(LoanFlag.recalculateLoanAmount)) return false
  if (qualifiedAt === null || qualifiedUntil === null || unit.now >= qualifiedUntil) return false
  const income = await loadVerifiedIncome(unit.tx, deps.cipher, deps.calendar, loan)
  return income === undefined || income.receivedAt <= qualifiedAt
}

/** The stored decision is already what the loan shows: nothing to do, nothing to write. */
function isSettled(loan: Loan, { decision, decidedAt }: DecisionOnRecord): boolean {
  if (decision.outcome === 'incomeRetry') return loan.amountResult === decision.amountResult
  return (
    loan.status !== LoanStatus.initializing &&
    loan.qualifiedAt?.getTime() === decidedAt.getTime() &&
    loan.flags.length === 0
  )
}

async function storedOutcome(
  deps: DecisionDeps,
  unit: UnitOfWork,
  loan: Loan,
): Promise<Result<AmountOutcome>> {
  const record = await latestDecision(deps, unit.tx, loan)
  const isWaiting = loan.status === LoanStatus.originating && loan.signedAt === null
  const isDeclined = loan.status === LoanStatus.withdrawn && record?.decision.outcome === 'declined'
  if (record === undefined || !(isWaiting || isDeclined)) return refuse('loanStatusInvalid')
  const income = await loadVerifiedIncome(unit.tx, deps.cipher, deps.calendar, loan)
  return ok({ loan, record, report: income?.report })
}

async function audit(unit: UnitOfWork, loan: Loan, record: DecisionOnRecord, actor: string): Promise<void> {
  const { outcome, tier, reasons } = record.decision
  await appendAudit(unit.tx, {
    portfolioId: loan.portfolioId,
    subject: loan.loanNo,
    action: 'decided',
    actor,
    facts: { decisionNo: record.decisionNo, outcome, tier, reasons: reasons.map(({ code }) => code) },
    at: unit.now,
  })
}
