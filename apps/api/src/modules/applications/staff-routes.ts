import {
  approveLoanCall,
  declineLoanCall,
  passOnLoanCall,
  reviewQueueCall,
} from '@dolphin/contract/applications-staff'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { actorName } from '../../http/actor.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import type { Result } from '../../refusal.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { headOf, type LoanHead } from '../loans/loan-head.ts'
import { readReviewQueue } from './review-queue.ts'
import { approveLoan, declineLoan, passOnLoan } from './review-service.ts'

/** The review queue, and what employees decide on an application. */
export function applicationStaffRoutes(deps: Deps): RouteDefinition[] {
  const head = async (unit: UnitOfWork, moved: Result<Loan>): Promise<Result<LoanHead>> =>
    moved.ok ? ok(await headOf(unit.tx, deps.cipher, moved.value)) : moved
  return [
    operationsRoute(reviewQueueCall, async ({ query }) => ok(await readReviewQueue(deps, query))),
    operationsRoute(approveLoanCall, ({ body, actor, write }) =>
      write(async (unit) => head(unit, await approveLoan(deps, unit, { ...body, actor: actorName(actor) }))),
    ),
    operationsRoute(declineLoanCall, ({ body, actor, write }) =>
      write(async (unit) => head(unit, await declineLoan(deps, unit, { ...body, actor: actorName(actor) }))),
    ),
    operationsRoute(passOnLoanCall, ({ body, actor, write }) =>
      write(async (unit) => head(unit, await passOnLoan(deps, unit, { ...body, actor: actorName(actor) }))),
    ),
  ]
}
