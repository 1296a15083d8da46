import {
  approveLoanCall,
  declineLoanCall,
  passOnLoanCall,
  reviewQueueCall,
} from '@dolphin/contract/applications-staff'
import type { CallReply } from '@dolphin/contract/call'
import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { actorName } from '../../http/actor.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { headOf, type LoanHead } from '../loans/loan-head.ts'
import { readReviewQueue } from './review-queue.ts'
import { type ApprovalPreview, approveLoan, previewApproval } from './approve-loan.ts'
import { declineLoan, passOnLoan } from './review-service.ts'

/** The review queue, and what employees decide on an application. */
export function applicationStaffRoutes(deps: Deps): RouteDefinition[] {
  const head = async (unit: UnitOfWork, moved: Result<Loan>): Promise<Result<LoanHead>> =>
    moved.ok ? ok(await headOf(unit.tx, deps.cipher, moved.value)) : moved
  return [
    operationsRoute(reviewQueueCall, async ({ query }) => ok(await readReviewQueue(deps, query))),
    operationsRoute(approveLoanCall, async ({ body, actor, now, write }) => {
      const { mode = FormActionMode.save, ...order } = body
      if (mode === FormActionMode.save) {
        return write(async (unit) =>
          approvalView(
            deps,
            unit.tx,
            mode,
            await approveLoan(deps, unit, { ...order, actor: actorName(actor) }),
          ),
        )
      }
      const { db } = deps.database
      return approvalView(deps, db, mode, await previewApproval(deps, db, order.loanNo, now))
    }),
    operationsRoute(declineLoanCall, ({ body, actor, write }) =>
      write(async (unit) => head(unit, await declineLoan(deps, unit, { ...body, actor: actorName(actor) }))),
    ),
    operationsRoute(passOnLoanCall, ({ body, actor, write }) =>
      write(async (unit) => head(unit, await passOnLoan(deps, unit, { ...body, actor: actorName(actor) }))),
    ),
  ]
}

async function approvalView(
  { cipher }: Deps,
  executor: Executor,
  mode: FormActionMode,
  approval: Result<ApprovalPreview>,
): Promise<Result<CallReply<typeof approveLoanCall>>> {
  if (!approval.ok) return approval
  const { loan, newTermsReason } = approval.value
  return ok({ ...(await headOf(executor, cipher, loan)), mode, newTermsReason })
}
