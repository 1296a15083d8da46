import { type Ceremony, findCeremony } from '@dolphin/database/agreements/ceremony-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import type { CustomerActor, SessionActor } from '../../http/actor.ts'
import { type Answer, refuse } from '../../refusal.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'

/** A ceremony whose time is over is expired, also before the job has written it down: reads write nothing. */
export function shownStatus({ signStatus, expiresAt }: Ceremony, now: Date): SignStatus {
  return signStatus === SignStatus.notSigned && expiresAt <= now ? SignStatus.expired : signStatus
}

/** Why a ceremony takes no more steps; ok while it is open. */
export function stepRefusal(ceremony: Ceremony, now: Date): Answer<undefined> {
  switch (shownStatus(ceremony, now)) {
    case SignStatus.notSigned:
      return ok(undefined)
    case SignStatus.signed:
      return refuse('ceremonyAlreadySigned')
    case SignStatus.expired:
      return refuse('ceremonyExpired')
    case SignStatus.voided:
      return refuse('ceremonyVoided')
    case SignStatus.suspended:
      return refuse('ceremonySuspended')
    case SignStatus.cancelled:
      return refuse('ceremonyNotOpen')
  }
}

/** A ceremony with its loan, if this session reaches the loan; undefined as if it did not exist. */
export async function findOwnCeremony(
  executor: Executor,
  actor: SessionActor,
  requestCode: string,
): Promise<{ readonly ceremony: Ceremony; readonly loan: Loan } | undefined> {
  const { portfolioId } = actor
  const ceremony = await findCeremony(executor, { portfolioId, requestCode })
  if (ceremony === undefined) return undefined
  const loan = await findBorrowerLoan(executor, actor, { loanNo: ceremony.loanNo })
  return loan.ok ? { ceremony, loan: loan.value } : undefined
}

/** Signing asks for a sign-in; a limited session may only see how it stands. Source: domain.md §3. */
export function signerOf(actor: SessionActor): Answer<CustomerActor> {
  return actor.kind === 'customer' ? ok(actor) : refuse('signInRequiredForStep')
}
