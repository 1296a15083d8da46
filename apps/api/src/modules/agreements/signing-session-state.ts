import {
  findSigningSession,
  type SigningSession,
} from '@dolphin/database/agreements/signing-session-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { CustomerActor, SessionActor } from '../../http/actor.ts'
import { refuse, type Result } from '../../refusal.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'

/** A signing session whose time is over is expired, also before the job has written it down: reads write nothing. */
export function shownStatus({ signStatus, expiresAt }: SigningSession, now: Date): SignStatus {
  return signStatus === SignStatus.notSigned && expiresAt <= now ? SignStatus.expired : signStatus
}

/** Why a signing session takes no more steps; ok while it is open. */
export function stepRefusal(signingSession: SigningSession, now: Date): Result<undefined> {
  switch (shownStatus(signingSession, now)) {
    case SignStatus.notSigned:
      return ok(undefined)
    case SignStatus.signed:
      return refuse('signingAlreadySigned')
    case SignStatus.expired:
      return refuse('signingExpired')
    case SignStatus.voided:
      return refuse('signingVoided')
    case SignStatus.suspended:
      return refuse('signingSuspended')
    case SignStatus.cancelled:
      return refuse('signingNotOpen')
  }
}

/** A signing session with its loan, if this session reaches the loan; undefined as if it did not exist. */
export async function findOwnSigningSession(
  executor: Executor,
  actor: SessionActor,
  requestCode: string,
): Promise<{ readonly signingSession: SigningSession; readonly loan: Loan } | undefined> {
  const { portfolioId } = actor
  const signingSession = await findSigningSession(executor, { portfolioId, requestCode })
  if (signingSession === undefined) return undefined
  const loan = await findBorrowerLoan(executor, actor, { loanNo: signingSession.loanNo })
  return loan.ok ? { signingSession, loan: loan.value } : undefined
}

/** Signing asks for a sign-in; a limited session may only see how it stands. Source: domain.md §3. */
export function signerOf(actor: SessionActor): Result<CustomerActor> {
  return actor.kind === 'customer' ? ok(actor) : refuse('signInRequiredForStep')
}
