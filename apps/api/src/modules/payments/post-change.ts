import { assert } from '@dolphin/domain/assert'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { ChangeType } from '@dolphin/domain/payments/codes'
import type { ChangePlan } from '@dolphin/domain/servicing/changes/change-plan'
import type { EmployeeChangeRequest } from '@dolphin/domain/servicing/changes/change-request'
import { planChange } from '@dolphin/domain/servicing/changes/plan-change'
import { type Result, refuse } from '../../refusal.ts'
import { cancelRequest } from '../servicing/cancel-request.ts'
import { quoteIdOf, refuseChange } from '../servicing/change-result.ts'
import { recordChangeDocument } from '../servicing/change-document.ts'
import { followModification } from '../servicing/follow-modification.ts'
import { saveChange } from '../servicing/save-change.ts'
import { notifyChanged } from '../servicing/notify-change.ts'
import type { PostingOrder } from '../servicing/posting-order.ts'
import { type PostingCase, type PostingJudge, type PostingRun, wrongField } from './posting-work.ts'

/** 201 to 206, by the engine that works out a customer's own changes. Source: domain.md §10. */
export const judgeScheduleChange: PostingJudge = (one) => {
  const worked = calculateChange(one)
  return worked.ok ? ok((run) => save(one, run, worked.value)) : worked
}

/** What an order comes to for the loan as it stands; refused as the posting is. */
export function calculateChange({
  loaded,
  order,
}: Pick<PostingCase, 'loaded' | 'order'>): Result<ChangePlan> {
  const request = requestOf(order)
  if (!request.ok) return wrongField(request.error, 'This change needs it.')
  const planned = planChange(loaded.serviced, request.value)
  if (!planned.ok) return refuseChange(planned.error)
  const plan = planned.value
  if (plan.authorization === 'needsNew') return refuse('authorizationRequired')
  return plan.needsSignature
    ? refuse('signatureInvalid', { errors: [{ elementKey: 'changeTypeCode', message: BORROWER_SIGNS }] })
    : ok(plan)
}

const BORROWER_SIGNS =
  'The borrower has to sign this change, because it costs more or ends later. It is asked for on the loan’s page.'

/** The engine's request; refused with the field that is missing. */
function requestOf(order: PostingOrder): Outcome<EmployeeChangeRequest, string> {
  const { changeType, installmentNo: number, effectiveDate: date, amount, paymentMode } = order
  if (changeType === ChangeType.changeMode)
    return paymentMode === null ? refused('paymentMode') : ok({ changeType, paymentMode })
  if (number === null) return refused('installmentNo')
  if (changeType === ChangeType.skip) return ok({ changeType, number })
  if (changeType === ChangeType.makeup || changeType === ChangeType.changeDate)
    return ok({ changeType, number, date })
  if (amount === null) return refused('amount')
  if (changeType === ChangeType.partialMakeup) return ok({ changeType, number, date, amount })
  return changeType === ChangeType.changeAmount
    ? ok({ changeType, number, amount })
    : refused('changeTypeCode')
}

async function save(
  { parts, loaded, order }: PostingCase,
  { unit, posting, actor, document }: PostingRun,
  plan: ChangePlan,
) {
  assert(document !== undefined, 'the receipt of a change is rendered before it is saved')
  // The loan has moved while the receipt was rendered: it states other figures.
  if (document.quoteId !== quoteIdOf(loaded.loan.loanNo, plan)) return refuse('conflict')
  const documentNo = await recordChangeDocument(unit, loaded, document)
  const { installmentNo, amount, effectiveDate, paymentMode } = order
  const request = {
    postingNo: posting.postingNo,
    enteredBy: posting.enteredBy,
    installmentNo,
    amount: amount === null ? null : moneyToWire(amount),
    date: formatLocalDate(effectiveDate),
    paymentMode,
  }
  const saved = await saveChange(parts, unit, {
    loaded,
    plan,
    changeNo: document.changeNo,
    request,
    actor,
    documentNo,
  })
  if (saved === undefined) return refuse('changeAlreadyOpen')
  await notifyChanged(parts, unit, loaded, plan, saved)
  return ok(saved.changeNo)
}

/** 905: the open change is taken back while nothing of it was sent. */
export const judgeCancellation: PostingJudge = (one) => {
  const { loaded } = one
  const change = loaded.openChange
  if (change === undefined) return refuse('changeNotCancelable')
  const judged = planChange(loaded.serviced, cancelRequest(loaded, change))
  if (!judged.ok) return refuseChange(judged.error)
  return ok(async ({ unit, actor }) => {
    await followModification(one.parts, unit, loaded, { change, event: 'undone', actor })
    return ok(change.changeNo)
  })
}
