import {
  approveLoanCall,
  counterLoanCall,
  declineLoanCall,
  exportReviewCall,
  passOnLoanCall,
  previewCounterCall,
  previewDeclineCall,
  reviewQueueCall,
} from '@dolphin/contract/applications-staff'
import type { CallReply } from '@dolphin/contract/call'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { actorName, type EmployeeActor } from '../../http/actor.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { findLoanToDecide } from '../loans/review-item.ts'
import { headOf, type LoanHead } from '../loans/loan-head.ts'
import { readReviewQueue, reviewFile } from './review-queue.ts'
import { type ApprovalPreview, approveLoan, newTermsReason, previewApproval } from './approve-loan.ts'
import { counterLoan, previewCounter } from './counter-loan.ts'
import { decidesAlone, enterReview, judgeReviewer, type ReviewDecision } from './review-approval.ts'
import { declineLoan, passOnLoan, previewDecline } from './review-service.ts'

/** The review queue, and what employees decide on an application. */
export function applicationStaffRoutes(deps: Deps): RouteDefinition[] {
  const head = async (unit: UnitOfWork, moved: Result<Loan>): Promise<Result<LoanHead>> =>
    moved.ok ? ok(await headOf(unit.tx, deps.cipher, moved.value)) : moved
  return [
    operationsRoute(reviewQueueCall, async ({ query, now }) => ok(await readReviewQueue(deps, query, now))),
    operationsFileRoute(exportReviewCall, ({ query, actor, now }) => reviewFile(deps, query, { actor, now })),
    operationsRoute(approveLoanCall, async ({ body, actor, now, write }) => {
      const { mode = FormActionMode.save, ...order } = body
      if (mode === FormActionMode.save) return write((unit) => approveOrEnter(deps, unit, order, actor))
      const { db } = deps.database
      return approvalView(deps, db, mode, await previewApproval(deps, db, order.loanNo, now))
    }),
    operationsRoute(declineLoanCall, ({ body, actor, write }) =>
      write((unit) => decideOrEnter(deps, unit, { decision: 'decline', ...body }, actor)),
    ),
    operationsRoute(counterLoanCall, ({ body, actor, write }) =>
      write((unit) => decideOrEnter(deps, unit, { decision: 'counter', ...body }, actor)),
    ),
    operationsRoute(previewDeclineCall, ({ body, now }) => previewDecline(deps, deps.database.db, body, now)),
    operationsRoute(previewCounterCall, ({ body, now }) => previewCounter(deps, deps.database.db, body, now)),
    operationsRoute(passOnLoanCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const order = { ...body, actor: actorName(actor) }
        const free = await findLoanToDecide(unit, order.loanNo, order.actor)
        return free.ok ? head(unit, await passOnLoan(deps, unit, order)) : free
      }),
    ),
  ]
}

/** Declines or counters within the employee's limit; above it that is entered, and another confirms. */
async function decideOrEnter(
  deps: Deps,
  unit: UnitOfWork,
  decision: Exclude<ReviewDecision, { readonly decision: 'approve' }>,
  actor: EmployeeActor,
): Promise<Result<CallReply<typeof declineLoanCall>>> {
  const found = await findLoanToDecide(unit, decision.loanNo, actorName(actor))
  if (!found.ok) return found
  if (decidesAlone(actor, decision.decision, found.value)) {
    const order = { ...decision, actor: actorName(actor) }
    const judged = await judgeReviewer(deps, unit, { loan: found.value, decision, by: order.actor })
    if (!judged.ok) return judged
    const decided =
      order.decision === 'counter'
        ? await counterLoan(deps, unit, order)
        : await declineLoan(deps, unit, order)
    if (!decided.ok) return decided
    return ok({ ...(await headOf(unit.tx, deps.cipher, decided.value)), approval: null })
  }
  const entered = await enterReview(deps, unit, decision, actor)
  if (!entered.ok) return entered
  return ok({ ...(await headOf(unit.tx, deps.cipher, found.value)), approval: entered.value })
}

/** Approves within the employee's limit; above it the approval is entered, and another confirms. */
async function approveOrEnter(
  deps: Deps,
  unit: UnitOfWork,
  order: { readonly loanNo: string; readonly note: string },
  actor: EmployeeActor,
): Promise<Result<CallReply<typeof approveLoanCall>>> {
  const { save } = FormActionMode
  const found = await findLoanToDecide(unit, order.loanNo, actorName(actor))
  if (!found.ok) return found
  if (decidesAlone(actor, 'approve', found.value)) {
    const by = actorName(actor)
    const judged = await judgeReviewer(deps, unit, {
      loan: found.value,
      decision: { decision: 'approve', ...order },
      by,
    })
    if (!judged.ok) return judged
    const approved = await approveLoan(deps, unit, { ...order, actor: actorName(actor) })
    return await approvalView(deps, unit.tx, save, approved)
  }
  const entered = await enterReview(deps, unit, { decision: 'approve', ...order }, actor)
  if (!entered.ok) return entered
  const view = {
    loan: found.value,
    newTermsReason: await newTermsReason(deps, unit.tx, found.value, unit.now),
  }
  const shown = await approvalView(deps, unit.tx, save, ok(view))
  return shown.ok ? ok({ ...shown.value, approval: entered.value }) : shown
}

async function approvalView(
  { cipher }: Deps,
  executor: Executor,
  mode: FormActionMode,
  approval: Result<ApprovalPreview>,
): Promise<Result<CallReply<typeof approveLoanCall>>> {
  if (!approval.ok) return approval
  const { loan, newTermsReason } = approval.value
  return ok({ ...(await headOf(executor, cipher, loan)), mode, newTermsReason, approval: null })
}
