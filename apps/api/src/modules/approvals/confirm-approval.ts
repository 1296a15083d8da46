import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { beginConfirmationCall, confirmApprovalCall } from '@dolphin/contract/approvals'
import { type Approval, answerApproval, lockApproval } from '@dolphin/database/approvals/approval-repository'
import { countingPasskeys } from '@dolphin/domain/approvals/confirm-obstacle'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import type { Desk } from '../../http/desk.ts'
import { onceByKey } from '../../http/once-by-key.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { confirmFault } from './answer-fault.ts'
import type { ActAsked, ApprovalDeps, ProvenAct } from './approval-deps.ts'
import { type Reader, readerOf } from './approval-reader.ts'
import { carryOut, contentOf, kindOf, rehearse } from './assess-approval.ts'
import { auditApproval } from './enter-approval.ts'
import { approvalView, findSeen } from './read-approvals.ts'

type Begun = CallReply<typeof beginConfirmationCall>
type Confirmed = CallReply<typeof confirmApprovalCall>

/** Who confirms, where. */
export interface AtDesk {
  readonly actor: EmployeeActor
  readonly desk: Desk
  readonly now: Date
}

const askedOf = (approval: Approval, { confirming }: Reader, digest: string): ActAsked => ({
  subject: `${approval.approvalNo}/${confirming.sessionId}`,
  digest,
  factorIds: countingPasskeys(approval, confirming).map(({ factorId }) => factorId),
})

/** Asks for a passkey over the digest that was read, while it is still that of what would be carried out. */
export async function beginConfirmation(
  deps: ApprovalDeps,
  { actor, desk, now }: AtDesk,
  { approvalNo, digest }: CallRequest<typeof beginConfirmationCall>['body'],
  write: (work: (unit: UnitOfWork) => Promise<Result<Begun>>) => Promise<Result<Begun>>,
): Promise<Result<Begun>> {
  const found = await findSeen(deps, deps.database.db, actor, approvalNo)
  if (!found.ok) return found
  const { approval, reader } = found.value
  const fault = confirmFault(approval, reader, now)
  if (fault !== undefined) return fault
  const assessed = await rehearse(deps, approval)
  // As at the confirmation itself: what cannot be carried out any more has another digest too.
  if (!assessed.outcome.ok) return refuse('approvalBlocked', assessed.outcome.error.detail)
  if (assessed.digest !== digest) return refuse('approvalChanged')
  return await write(async (unit) => {
    const asked = await deps.passkeys.ask(unit, actor, desk, askedOf(approval, reader, digest))
    return ok({ challengeId: asked.challengeId, options: { ...asked.options } })
  })
}

type Write = (work: (unit: UnitOfWork) => Promise<Result<Confirmed>>) => Promise<Result<Confirmed>>

/**
 * Confirms by a passkey over the digest and carries it out in the same transaction, with the digest computed anew in
 * it. The challenge is spent first, whatever comes of it; of two confirmations at once one finds it answered.
 */
export async function confirmApproval(
  deps: ApprovalDeps,
  at: AtDesk,
  body: CallRequest<typeof confirmApprovalCall>['body'],
  write: Write,
): Promise<Result<Confirmed>> {
  return await onceByKey(write, async () => {
    const { approvalNo, digest, challengeId, response } = body
    const found = await findSeen(deps, deps.database.db, at.actor, approvalNo)
    if (!found.ok) return found
    const { approval, reader } = found.value
    const fault = confirmFault(approval, reader, at.now)
    if (fault !== undefined) return fault
    const asked = askedOf(approval, reader, digest)
    const proven = await deps.passkeys.verify(at.actor, at.desk, { ...asked, challengeId, response })
    if (!proven.ok) return proven
    const kind = kindOf(deps, approval)
    const prepared = await kind.prepare(contentOf(approval).request, at.now)
    if (!prepared.ok) return refuse('approvalBlocked', prepared.error.detail)
    const confirmed = await write((unit) =>
      confirmNow(deps, unit, { ...at, approvalNo, digest, proven: proven.value, prepared: prepared.value }),
    )
    if (confirmed.ok) await kind.afterwards()
    return confirmed
  })
}

interface Confirmation extends AtDesk {
  readonly approvalNo: string
  readonly digest: string
  readonly proven: ProvenAct
  readonly prepared: unknown
}

async function confirmNow(
  deps: ApprovalDeps,
  unit: UnitOfWork,
  { actor, desk, approvalNo, digest, proven, prepared }: Confirmation,
): Promise<Result<Confirmed>> {
  const approval = await lockApproval(unit.tx, deps.cipher, approvalNo)
  assert(approval !== undefined, 'an approval is never deleted')
  const fault = confirmFault(approval, await readerOf(deps, unit.tx, actor), unit.now)
  if (fault !== undefined) return fault
  const by = actorName(actor)
  const {
    outcome,
    act,
    digest: now,
  } = await carryOut(deps, unit, approval, {
    by,
    deskOrigin: desk.origin,
    prepared,
  })
  if (!outcome.ok) return refuse('approvalBlocked', outcome.error.detail)
  if (now !== digest) return refuse('approvalChanged')
  const signed = { ...proven, act, actDigest: digest }
  const given = { state: 'confirmed', by, at: unit.now, note: '', signed } as const
  assert(await answerApproval(unit.tx, deps.cipher, approval, given), 'the approval is locked until then')
  await auditApproval(unit, approval, {
    action: 'approvalConfirmed',
    actor: by,
    facts: {
      digest,
      enteredBy: approval.enteredBy,
      factorId: proven.answeredFactor,
    },
  })
  return await confirmedReply(deps, unit, { actor, approvalNo, invitation: outcome.value.invitation })
}

async function confirmedReply(
  deps: ApprovalDeps,
  unit: UnitOfWork,
  {
    actor,
    approvalNo,
    invitation,
  }: {
    readonly actor: EmployeeActor
    readonly approvalNo: string
    readonly invitation: { readonly link: string; readonly expiresAt: Date } | undefined
  },
): Promise<Result<Confirmed>> {
  const after = await lockApproval(unit.tx, deps.cipher, approvalNo)
  assert(after !== undefined, 'an approval is never deleted')
  const approval = await approvalView(deps, unit, after, await readerOf(deps, unit.tx, actor))
  return ok({
    approval,
    invitation:
      invitation === undefined
        ? null
        : { link: invitation.link, expiresAt: isoInZone(invitation.expiresAt, NEW_YORK) },
  })
}
