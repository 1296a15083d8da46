import type { CallReply } from '@dolphin/contract/call'
import type { ceremonyDeclineCall } from '@dolphin/contract/agreements'
import { appendAudit } from '@dolphin/database/examiner/audit-repository'
import { addEvidence, lockCeremony } from '@dolphin/database/agreements/ceremony-repository'
import { LoanFlag, SignStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import { actorName, type CustomerActor } from '../../http/actor.ts'
import { type Answer, refuse } from '../../refusal.ts'
import type { RequestOrigin } from '../../http/route.ts'
import { lockBorrowerLoan } from '../loans/loan-access.ts'
import { raiseFlags } from '../loans/loan-moves.ts'
import { turnCeremony } from '../loans/open-ceremony.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { AgreementParts } from './agreement-parts.ts'
import { evidenceOf, evidenceToStored } from './ceremony-evidence.ts'
import { findOwnCeremony } from './ceremony-state.ts'

export interface DeclineStep {
  readonly actor: CustomerActor
  readonly requestCode: string
  readonly reason: string
  readonly origin: RequestOrigin
}

/** Cancels a signing; the loan stays where it is, and a new signing can be asked for (flag 10000). */
export async function declineSigning(
  parts: AgreementParts,
  unit: UnitOfWork,
  { actor, requestCode, reason, origin }: DeclineStep,
): Promise<Answer<CallReply<typeof ceremonyDeclineCall>>> {
  const own = await findOwnCeremony(unit.tx, actor, requestCode)
  if (own === undefined) return refuse('notFound')
  const loan = await lockBorrowerLoan(unit.tx, actor, { loanNo: own.loan.loanNo })
  const ceremony = await lockCeremony(unit.tx, own.ceremony)
  if (!loan.ok || ceremony === undefined) return refuse('notFound')
  const isReserved = evidenceOf(ceremony).reservation !== undefined
  if (ceremony.signStatus === SignStatus.signed || isReserved) return refuse('ceremonyAlreadySigned')
  const isOpen = ceremony.signStatus === SignStatus.notSigned || ceremony.signStatus === SignStatus.suspended
  if (!isOpen) return refuse('ceremonyNotOpen')
  const declined = { at: unit.now.toISOString(), ip: origin.ip, userAgent: origin.userAgent, reason }
  await addEvidence(unit.tx, ceremony, evidenceToStored({ declined }), unit.now)
  await turnCeremony(parts, unit, ceremony, SignStatus.cancelled)
  await raiseFlags(unit, loan.value, [LoanFlag.recreateRequestCode])
  await appendAudit(unit.tx, {
    portfolioId: ceremony.portfolioId,
    subject: ceremony.loanNo,
    action: 'ceremonyDeclined',
    actor: actorName(actor),
    facts: { requestCode },
    at: unit.now,
  })
  return ok({ requestCode, signStatus: SignStatus.cancelled })
}
