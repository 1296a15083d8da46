import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import {
  findOpenSigningSession,
  updateSigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { OUTSTANDING_STATUSES, SignStatus } from '@dolphin/domain/loans/codes'
import { actorName, type SessionActor } from '../../http/actor.ts'
import { refuse, type Result } from '../../refusal.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { moveLoan } from '../loans/loan-moves.ts'
import { dropPlannedDisbursement } from '../payments/drop-disbursement.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ApplicationDeps } from './application-deps.ts'

/** The loan that a borrower withdraws, and why where they say so. */
interface Withdrawal {
  readonly loanNo: string
  readonly reason?: string | undefined
}

/**
 * The borrower withdraws, from 101 until the batch takes the credit: the planned credit is dropped and an open
 * signing is canceled in the same transaction. Source: domain.md §2.
 */
export async function withdrawApplication(
  deps: ApplicationDeps,
  unit: UnitOfWork,
  actor: SessionActor,
  { loanNo, reason }: Withdrawal,
): Promise<Result<Loan>> {
  const found = await lockBorrowerLoan(unit.tx, actor, { loanNo })
  if (!found.ok) return found
  const loan = found.value
  // The money is on its way or there: undoing it is a rescission (cancel-loan).
  if (OUTSTANDING_STATUSES.includes(loan.status)) return refuse('withdrawalTooLate')
  const by = actorName(actor)
  await dropPlannedDisbursement(unit, loan, { cause: 'withdrawn by customer', actor: by })
  await cancelSigning(unit, loan)
  const moved = await moveLoan(deps, unit, loan, { event: 'withdrawnByCustomer', actor: by })
  if (!moved.ok) return moved
  const facts = { reasonGiven: reason !== undefined && reason !== '' }
  const { portfolioId } = loan
  await appendAudit(unit.tx, {
    portfolioId,
    subject: loanNo,
    action: 'withdrawn',
    actor: by,
    facts,
    at: unit.now,
  })
  return moved
}

async function cancelSigning({ tx, now }: UnitOfWork, loan: Loan): Promise<void> {
  const signingSession = await findOpenSigningSession(tx, loan)
  if (signingSession === undefined) return
  await updateSigningSession(
    tx,
    signingSession,
    { from: signingSession.signStatus, to: SignStatus.cancelled },
    now,
  )
}
