import type { CallReply } from '@dolphin/contract/call'
import type { enterApprovalAgainCall } from '@dolphin/contract/approvals'
import {
  type Approval,
  findApproval,
  findEnteredAgain,
  lockApproval,
} from '@dolphin/database/approvals/approval-repository'
import { stateAt } from '@dolphin/domain/approvals/approval-life'
import { assert } from '@dolphin/domain/assert'
import { ok } from '@dolphin/domain/outcome'
import { authorityOf } from '@dolphin/domain/staff/authority'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import { contentOf, kindOf, reasonOf, rehearseWithin } from './assess-approval.ts'
import { enterApproval, entererOf } from './enter-approval.ts'
import { findSeen } from './read-approvals.ts'

type Again = CallReply<typeof enterApprovalAgainCall>

const NOT_YOURS = 'A colleague entered this. Only they enter it again.'
const NO_RIGHT = 'No role of yours enters this any more.'
const STILL_WAITS = 'It still waits for a colleague. There is nothing to enter again.'
const CONFIRMED = 'It was confirmed and carried out. Enter a new one.'

/**
 * Enters once more, word for word, what one entered oneself and no one confirmed. What could not be carried out as things
 * stand is refused with the reason, so that it is entered anew with what has changed. Each is entered again once.
 */
export async function enterAgain(
  deps: ApprovalDeps,
  unit: UnitOfWork,
  actor: EmployeeActor,
  approvalNo: string,
): Promise<Result<Again>> {
  const found = await findSeen(deps, unit.tx, actor, approvalNo)
  if (!found.ok) return found
  const ended = await lockApproval(unit.tx, deps.cipher, approvalNo)
  assert(ended !== undefined, 'an approval is never deleted')
  const fault = await againFault(unit, actor, ended)
  if (fault !== undefined) return fault
  const { asEntered, note, request } = contentOf(ended)
  // Where its days are over and no job has looked yet, what the first entry wrote is still there.
  await kindOf(deps, ended).drop(unit, request, actorName(actor))
  const again = await kindOf(deps, ended).enterAgain(unit, request, actorName(actor))
  if (!again.ok) return refuse('approvalBlocked', { message: reasonOf(again.error) })
  const { loanNo, about, ...head } = ended
  const approval = await enterApproval(deps, unit, entererOf(actor), {
    ...head,
    ...(loanNo !== null && { loanNo }),
    ...(about !== null && { about }),
    asEntered,
    note,
    request: again.value.request,
    againOf: approvalNo,
  })
  const entered = await findApproval(unit.tx, deps.cipher, approval.approvalNo)
  assert(entered !== undefined, 'what was just entered is there')
  const { blocked } = await rehearseWithin(deps, unit, entered)
  if (blocked !== null) return refuse('approvalBlocked', { message: blocked })
  return ok({ approval, code: again.value.code ?? null })
}

/** Why it is not entered again; undefined where it is. */
async function againFault(
  { tx, now }: UnitOfWork,
  actor: EmployeeActor,
  ended: Approval,
): Promise<Result<never> | undefined> {
  if (ended.enteredBy !== actorName(actor)) return refuse('approvalRefused', { message: NOT_YOURS })
  const state = stateAt(ended, now)
  if (state === 'waiting') return refuse('approvalOver', { message: STILL_WAITS })
  if (state === 'confirmed') return refuse('approvalOver', { message: CONFIRMED })
  const again = await findEnteredAgain(tx, ended.approvalNo)
  if (again !== undefined) return refuse('approvalOver', { message: `It was entered again as ${again}.` })
  return mayEnter(actor, ended) ? undefined : refuse('approvalRefused', { message: NO_RIGHT })
}

function mayEnter(
  { roles, day }: EmployeeActor,
  { enteredUnder: permission, portfolioId }: Approval,
): boolean {
  const authority = authorityOf(roles, { permission, portfolioId, day })
  return authority.allowed && (authority.acts.has('enter') || authority.acts.has('may'))
}
