import type { CallReply, CallRequest } from '@dolphin/contract/call'
import type { calculatePaymentScheduleCall } from '@dolphin/contract/plans'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import type { SessionActor } from '../../http/actor.ts'
import { type Result, refuse } from '../../refusal.ts'
import { findBorrowerLoan } from '../loans/loan-access.ts'
import { affordabilityOf } from './affordability.ts'
import { loadPlanBasis } from './plan-basis.ts'
import { savedScheduleView, scheduleView } from './plan-view.ts'
import { choiceOf, planWithin } from './save-plan.ts'
import { choiceNamed } from './plan-choice.ts'

export type PlanServiceDeps = Pick<
  Deps,
  'database' | 'clock' | 'cipher' | 'calendar' | 'portfolios' | 'random' | 'tickets' | 'limits' | 'keys'
>

type PreviewBody = CallRequest<typeof calculatePaymentScheduleCall>['body']

/** The schedule of a plan of a loan, nothing stored; without a plan named, that of the saved one. */
export async function previewSchedule(
  deps: PlanServiceDeps,
  actor: SessionActor,
  { loanNo, optionId, terms }: Extract<PreviewBody, { loanNo: string }>,
): Promise<Result<CallReply<typeof calculatePaymentScheduleCall>>> {
  const { db } = deps.database
  const loan = await findBorrowerLoan(db, actor, { loanNo })
  if (!loan.ok) return loan
  const basis = await loadPlanBasis(deps, db, loan.value, deps.clock.now())
  if (!basis.ok) return basis
  if (optionId === undefined && terms === undefined) {
    const saved = await findCurrentPlan(db, loan.value)
    if (saved === undefined) return refuse('planNotOffered')
    const plan = planWithin(basis.value, choiceOf(saved))
    const affordability = plan.ok ? await affordabilityOf(basis.value, plan.value) : null
    return ok({ ...savedScheduleView(basis.value, saved), affordability })
  }
  const choice = choiceNamed({ optionId, terms })
  if (!choice.ok) return choice
  const plan = planWithin(basis.value, choice.value)
  if (!plan.ok) return plan
  const affordability = await affordabilityOf(basis.value, plan.value)
  return ok({ ...scheduleView(basis.value, plan.value), affordability })
}
