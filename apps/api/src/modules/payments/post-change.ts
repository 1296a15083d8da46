import { ok } from '@dolphin/domain/outcome'
import { signAmendmentBy } from '@dolphin/domain/servicing/changes/amendment-terms'
import type { ChangePlan } from '@dolphin/domain/servicing/changes/change-plan'
import { planChange } from '@dolphin/domain/servicing/changes/plan-change'
import { type Result, refuse } from '../../refusal.ts'
import { cancelRequest } from '../servicing/cancel-request.ts'
import { quoteIdOf, refuseChange } from '../servicing/change-result.ts'
import { recordChangeDocument } from '../servicing/change-document.ts'
import { employeeRequest, orderToStored } from '../servicing/employee-request.ts'
import { followAmendment, lockWaitingAmendment } from '../servicing/follow-amendment.ts'
import { followModification } from '../servicing/follow-modification.ts'
import { saveChange } from '../servicing/save-change.ts'
import { sendAmendment } from '../servicing/send-amendment.ts'
import { notifyChanged } from '../servicing/notify-change.ts'
import { type PostingCase, type PostingJudge, type PostingRun, wrongField } from './posting-work.ts'

/** 201 to 206, by the engine that works out a customer's own changes. Source: domain.md §10. */
export const judgeScheduleChange: PostingJudge = (one) => {
  const worked = calculateChange(one)
  return worked.ok
    ? ok((run) => (worked.value.needsSignature ? send(one, run, worked.value) : save(one, run, worked.value)))
    : worked
}

/** What an order comes to for the loan as it stands; refused as the posting is. */
export function calculateChange({
  loaded,
  order,
}: Pick<PostingCase, 'loaded' | 'order'>): Result<ChangePlan> {
  const request = employeeRequest(order)
  if (!request.ok) return wrongField(request.error, 'This change needs it.')
  const planned = planChange(loaded.serviced, request.value)
  if (!planned.ok) return refuseChange(planned.error)
  const plan = planned.value
  if (plan.authorization === 'needsNew') return refuse('authorizationRequired')
  const isTooLate = plan.needsSignature && signAmendmentBy(loaded.serviced, plan) <= loaded.serviced.now
  return isTooLate ? refuse('changeTooLate') : ok(plan)
}

/** The borrower is asked to sign it; nothing else changes. Source: domain.md §10. */
async function send({ deps, loaded, order }: PostingCase, run: PostingRun, plan: ChangePlan) {
  const { unit, posting, actor, amendment: rendered } = run
  if (rendered?.quoteId !== quoteIdOf(loaded.loan.loanNo, plan)) return refuse('conflict')
  const request = requestOf(posting, order)
  const sent = await sendAmendment(deps, unit, { loaded, plan, rendered, request, actor })
  return sent.ok ? ok(sent.value.changeNo) : sent
}

const requestOf = ({ postingNo, enteredBy }: PostingRun['posting'], order: PostingCase['order']) => ({
  postingNo,
  enteredBy,
  ...orderToStored(order),
})

async function save(
  { deps, loaded, order }: PostingCase,
  { unit, posting, actor, document }: PostingRun,
  plan: ChangePlan,
) {
  // The loan has moved while the receipt was rendered: it states other figures, or was to be an amendment.
  if (document?.quoteId !== quoteIdOf(loaded.loan.loanNo, plan)) return refuse('conflict')
  const documentNo = await recordChangeDocument(unit, loaded, document)
  const saved = await saveChange(deps, unit, {
    loaded,
    plan,
    changeNo: document.changeNo,
    request: requestOf(posting, order),
    actor,
    documentNo,
  })
  if (saved === undefined) return refuse('changeAlreadyOpen')
  await notifyChanged(deps, unit, { loaded, plan }, saved)
  return ok(saved.changeNo)
}

/**
 * 905: the newest change is taken back: an amendment until it is signed, or the open change while nothing of it was
 * sent.
 */
export const judgeCancellation: PostingJudge = (one) => {
  const { loaded, deps } = one
  const change = loaded.changes.find(({ status }) => status === 'open' || status === 'toSign')
  if (change === undefined) return refuse('changeNotCancelable')
  if (change.status === 'toSign') return ok((run) => withdraw(one, run))
  const judged = planChange(loaded.serviced, cancelRequest(loaded, change))
  if (!judged.ok) return refuseChange(judged.error)
  return ok(async ({ unit, actor }) => {
    await followModification(deps, unit, loaded, { change, event: 'undone', actor })
    return ok(change.changeNo)
  })
}

async function withdraw({ deps, loan }: PostingCase, { unit, actor }: PostingRun): Promise<Result<unknown>> {
  const waiting = await lockWaitingAmendment(unit.tx, loan)
  if (waiting === undefined) return refuse('changeNotCancelable')
  return await followAmendment(deps, unit, { loan, waiting }, { event: 'withdrawn', actor })
}
