import type { CallReply } from '@dolphin/contract/call'
import type { signingDeclineCall } from '@dolphin/contract/agreements'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { addEvidence, lockSigningSession } from '@dolphin/database/agreements/signing-session-repository'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { LoanFlag, SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { STORED_NAMES } from '@dolphin/domain/stored-names'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { refuse, type Result } from '../../refusal.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { raiseFlags } from '../loans/loan-moves.ts'
import { isAmendment, transitionSigningSession } from '../loans/open-signing-session.ts'
import { followAmendment, lockWaitingAmendment } from '../servicing/follow-amendment.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { AgreementDeps } from './agreement-deps.ts'
import { evidenceOf, evidenceToStored } from '../loans/signing-evidence.ts'
import { findOwnSigningSession } from './signing-session-state.ts'

export interface DeclineStep {
  readonly actor: CustomerActor
  readonly requestCode: string
  readonly reason: string
  readonly origin: RequestOrigin
}

/** Cancels a signing; the loan stays where it is, and a new signing can be asked for (flag 10000). */
export async function declineSigning(
  deps: AgreementDeps,
  unit: UnitOfWork,
  { actor, requestCode, reason, origin }: DeclineStep,
): Promise<Result<CallReply<typeof signingDeclineCall>>> {
  const own = await findOwnSigningSession(unit.tx, actor, requestCode)
  if (own === undefined) return refuse('notFound')
  const loan = await lockBorrowerLoan(unit.tx, actor, { loanNo: own.loan.loanNo })
  const signingSession = await lockSigningSession(unit.tx, own.signingSession)
  if (!loan.ok || signingSession === undefined) return refuse('notFound')
  const isReserved = evidenceOf(signingSession).reservation !== undefined
  if (signingSession.signStatus === SignStatus.signed || isReserved) return refuse('signingAlreadySigned')
  const isOpen =
    signingSession.signStatus === SignStatus.notSigned || signingSession.signStatus === SignStatus.suspended
  if (!isOpen) return refuse('signingNotOpen')
  const declined = { at: unit.now.toISOString(), ip: origin.ip, userAgent: origin.userAgent, reason }
  await addEvidence(
    unit.tx,
    signingSession,
    evidenceToStored(deps.cipher, signingSession, { declined }),
    unit.now,
  )
  if (isAmendment(signingSession)) {
    const followed = await declineAmendment(deps, unit, loan.value, actor)
    if (!followed.ok) return followed
  } else {
    await transitionSigningSession(deps, unit, signingSession, SignStatus.cancelled)
    await raiseFlags(unit, loan.value, [LoanFlag.recreateRequestCode])
  }
  await appendAudit(unit.tx, {
    portfolioId: signingSession.portfolioId,
    subject: signingSession.loanNo,
    action: STORED_NAMES.auditAction.signingSessionDeclined,
    actor: actorName(actor),
    facts: { requestCode },
    at: unit.now,
  })
  return ok({ requestCode, signStatus: SignStatus.cancelled })
}

/** The loan stays as it is, and employees learn of it. */
async function declineAmendment(
  deps: AgreementDeps,
  unit: UnitOfWork,
  loan: Loan,
  actor: CustomerActor,
): Promise<Result<unknown>> {
  const waiting = await lockWaitingAmendment(unit.tx, loan)
  if (waiting === undefined) return refuse('signingNotOpen')
  return await followAmendment(deps, unit, { loan, waiting }, { event: 'declined', actor: actorName(actor) })
}
