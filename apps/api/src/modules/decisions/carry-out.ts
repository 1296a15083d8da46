import { inEachLanguage } from '@dolphin/domain/portfolios/localized'
import { writtenDay } from '@dolphin/domain/calendar/written-day'
import { type Loan, type LoanPatch, updateLoan } from '@dolphin/database/loans/loan-repository'
import { markSubmitted } from '@dolphin/database/applications/application-repository'
import type { PortfolioData } from '@dolphin/contract/portfolio/portfolio-data'
import { assert } from '@dolphin/domain/assert'
import type { Decision } from '@dolphin/domain/decisions/decision'
import { reasonInWords } from '@dolphin/domain/decisions/explain'
import type { ReviewKind } from '@dolphin/domain/decisions/policy'
import type { LoanEvent } from '@dolphin/domain/loans/loan-edges'
import { LoanFlag, LoanStatus, type Military } from '@dolphin/domain/loans/codes'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { ok } from '@dolphin/domain/outcome'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { dateIn } from '@dolphin/domain/time/new-york'
import type { Deps } from '../../deps.ts'
import type { Result } from '../../refusal.ts'
import { queueAdverseAction } from './adverse-action.ts'
import { borrowerAddress } from '../borrowers/borrower-address.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { voidOutdatedSigningSession } from '../loans/open-signing-session.ts'
import { pageAddress } from '../../config/page-address.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { DecisionOnRecord } from './stored-decision.ts'

const REVIEW_EVENT: Readonly<Record<ReviewKind, LoanEvent>> = {
  agentReview: 'passedToAgent',
  underwriterReview: 'passedToUnderwriter',
  nonVoiceAgentReview: 'passedToNonVoiceAgent',
}

export interface CarryOut {
  readonly data: PortfolioData
  readonly record: DecisionOnRecord
  readonly military: Military
  readonly actor: string
  /** A person offered less than was asked for, on facts that are not those of this decision. */
  readonly endsCounter: boolean
}

type NeededDeps = Pick<Deps, 'portfolios' | 'tickets' | 'calendar' | 'cipher' | 'notices' | 'jobs' | 'config'>

/**
 * Does what a decision means to a locked loan in 101 or in customer review: amounts, flags, the move of domain.md
 * §2, notices. Doing the same decision again leaves the loan as it is.
 */
export async function carryOut(
  deps: NeededDeps,
  unit: UnitOfWork,
  loan: Loan,
  carried: CarryOut,
): Promise<Result<Loan>> {
  const { decision } = carried.record
  const patch = patchOf(loan, carried)
  if (decision.outcome === 'incomeRetry') {
    await updateLoan(unit.tx, loan, patch, unit.now)
    await voidOutdatedSigningSession(deps, unit, loan, null)
    return ok({ ...loan, ...patch })
  }
  if (loan.status === LoanStatus.initializing) await markSubmitted(unit.tx, loan, unit.now)
  const moved = await move(deps, unit, loan, { ...carried, patch })
  if (!moved.ok) return moved
  await tell(deps, unit, moved.value, carried)
  return moved
}

function patchOf(loan: Loan, { record, data, military, endsCounter }: CarryOut): LoanPatch {
  const { decision, decidedAt, facts } = record
  const offered = ['qualified', 'referred', 'countered'].includes(decision.outcome)
  const category = facts['customerCategory'] === 2 ? 2 : 1
  const tooMuch = offered && loan.approvedAmount !== null && loan.approvedAmount > decision.maximum
  return {
    category,
    military,
    amountResult: decision.amountResult,
    qualifiedMinimum: offered ? decision.minimum : null,
    qualifiedMaximum: offered ? decision.maximum : null,
    qualifiedStep: offered ? decision.step : null,
    qualifiedAt: offered ? decidedAt : null,
    qualifiedUntil: offered ? new Date(decidedAt.getTime() + data.policy.offerValidDays * DAY_MS) : null,
    flags: flagsAfter(loan, offered, tooMuch || loan.military !== military),
    ...(endsCounter || isApprovalOver(loan, decidedAt) ? { approvedAt: null } : {}),
  }
}

/**
 * Whether a person approved an unsigned loan by facts that have changed since: what is signed then is theirs to look at
 * again. A loan that is signed anew for other terms was approved with its signature, and stays so.
 */
const isApprovalOver = ({ approvedAt, signedAt, flags }: Loan, decidedAt: Date): boolean =>
  approvedAt !== null &&
  signedAt === null &&
  !flags.includes(LoanFlag.reSignLoanAgreement) &&
  decidedAt.getTime() > approvedAt.getTime()

/**
 * An offer makes 10001 good. A plan that was picked before it is picked again (10002): income and account, by which
 * it was judged, are not those of then.
 */
function flagsAfter(loan: Loan, offered: boolean, planOutdated: boolean): LoanFlag[] {
  if (!offered) return loan.flags
  const kept = loan.flags.filter((flag) => flag !== LoanFlag.recalculateLoanAmount)
  const recalculated = loan.flags.includes(LoanFlag.recalculateLoanAmount)
  const raised =
    (planOutdated || recalculated) && loan.planNo !== null ? [LoanFlag.recalculatePaymentPlan] : []
  return [...new Set([...kept, ...raised])]
}

/** A decision, and what it changes of the loan beside the status. */
interface DecidedMove extends CarryOut {
  readonly patch: LoanPatch
}

async function move(
  deps: NeededDeps,
  unit: UnitOfWork,
  loan: Loan,
  { record: { decision }, actor, patch }: DecidedMove,
): Promise<Result<Loan>> {
  const cause = `decision: ${decision.outcome}`
  if (decision.outcome === 'declined')
    return moveLoan(deps, unit, loan, { event: 'declined', cause, actor, patch })
  const isFirst = loan.status === LoanStatus.initializing
  if ((decision.outcome === 'qualified' || decision.outcome === 'countered') && !isFirst) {
    await updateLoan(unit.tx, loan, patch, unit.now)
    return ok({ ...loan, ...patch })
  }
  const before = isFirst ? ({ before: 'submitted' } as const) : {}
  return moveLoan(deps, unit, loan, { event: eventOf(decision), ...before, cause, actor, patch })
}

function eventOf({ outcome, review }: Decision): LoanEvent {
  if (outcome === 'qualified') return 'qualified'
  if (outcome === 'blocked') return 'blocked'
  return REVIEW_EVENT[review ?? 'agentReview']
}

async function tell(deps: NeededDeps, unit: UnitOfWork, loan: Loan, { data, record }: CarryOut) {
  const { decision, decisionNo } = record
  if (decision.outcome === 'declined') {
    const words = decision.reasons.map((reason) => {
      const { regB, reason: specific, change } = reasonInWords(data.policy, reason)
      return { reason: inEachLanguage((locale) => `${regB[locale]}. ${specific[locale]}`), change }
    })
    await queueAdverseAction(deps, unit, loan, words)
  }
  if (decision.outcome !== 'qualified') return
  const { portfolioId, loanNo, openId, qualifiedUntil } = loan
  assert(qualifiedUntil !== null, 'an offer has an end')
  // What an application typed is no proved address: without an account the page alone says it
  const borrower = await borrowerAddress(unit.tx, deps.cipher, loan)
  if (borrower === undefined) return
  await deps.notices.send(unit, {
    portfolioId,
    loanNo,
    openId,
    kind: 'qualified',
    recipient: borrower.email,
    dedupKey: `qualified/${loanNo}/${decisionNo}`,
    values: {
      firstName: borrower.firstName,
      loanNo,
      minimumAmount: formatCurrency(decision.minimum),
      maximumAmount: formatCurrency(decision.maximum),
      validUntil: writtenDay(dateIn(qualifiedUntil, data.portfolio.timeZone)),
      link: pageAddress(deps.config, data.portfolio, '/home'),
    },
  })
}
