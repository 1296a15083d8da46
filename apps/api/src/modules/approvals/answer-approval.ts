import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { answerApprovalCall } from '@dolphin/contract/approvals'
import { answerApproval, lockApproval } from '@dolphin/database/approvals/approval-repository'
import { APPROVAL_ANSWERS } from '@dolphin/domain/approvals/approval-life'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { answerFault } from './answer-fault.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import { readerOf } from './approval-reader.ts'
import { contentOf, kindOf } from './assess-approval.ts'
import { auditApproval } from './enter-approval.ts'
import { notifyEnterer } from './notify-enterer.ts'
import { approvalView, findSeen } from './read-approvals.ts'

const NOTICE = { return: 'approvalReturned', refuse: 'approvalRefused' } as const
const ACTION = {
  return: 'approvalReturned',
  refuse: 'approvalRefused',
  withdraw: 'approvalWithdrawn',
} as const

/** Returns an approval to who entered it, refuses it, or takes one's own back; what its entry wrote is undone. */
export async function answerWithoutConfirming(
  deps: ApprovalDeps,
  unit: UnitOfWork,
  actor: EmployeeActor,
  { approvalNo, answer, note }: CallRequest<typeof answerApprovalCall>['body'],
): Promise<Result<CallReply<typeof answerApprovalCall>>> {
  const { tx, now } = unit
  const found = await findSeen(deps, tx, actor, approvalNo)
  if (!found.ok) return found
  const approval = await lockApproval(tx, deps.cipher, approvalNo)
  assert(approval !== undefined, 'an approval is never deleted')
  const fault = answerFault(approval, found.value.reader, answer, now)
  if (fault !== undefined) return fault
  const by = actorName(actor)
  const given = { state: APPROVAL_ANSWERS[answer], by, at: now, note }
  assert(await answerApproval(tx, deps.cipher, approval, given), 'the approval is locked until then')
  await kindOf(deps, approval).drop(unit, contentOf(approval).request, by)
  await auditApproval(unit, approval, {
    action: ACTION[answer],
    actor: by,
    facts: { enteredBy: approval.enteredBy },
  })
  if (answer !== 'withdraw') await notifyEnterer(deps, unit, approval, { kind: NOTICE[answer], by })
  const after = await lockApproval(tx, deps.cipher, approvalNo)
  assert(after !== undefined, 'an approval is never deleted')
  return ok(await approvalView(deps, { tx, now }, after, await readerOf(deps, tx, actor)))
}
