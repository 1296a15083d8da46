import { collectLoanCall } from '@dolphin/contract/calls/operations/collect-loan'
import { manualPostingCall } from '@dolphin/contract/calls/operations/manual-posting'
import { suspendLoanCall } from '@dolphin/contract/calls/operations/suspend-loan'
import { terminateLoanCall } from '@dolphin/contract/calls/operations/terminate-loan'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Answer } from '../../http/refusal.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { actorName } from '../loans/loan-access.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { headOf, type LoanHead } from '../loans/loan-head.ts'
import { collectLoan, suspendLoan, terminateLoan } from './standing-service.ts'
import { postManually } from '../payments/manual-posting-service.ts'
import type { OperationsParts } from '../payments/operations-parts.ts'

/** What employees do to a live loan: how it stands, and what is posted to it by hand. */
export function servicingRoutes(parts: OperationsParts): RouteDefinition[] {
  const head = async (unit: UnitOfWork, moved: Answer<Loan>): Promise<Answer<LoanHead>> =>
    moved.ok ? ok(await headOf(unit.tx, parts.cipher, moved.value)) : moved
  return [
    operationsRoute(suspendLoanCall, ({ body, actor, write }) =>
      write(async (unit) => head(unit, await suspendLoan(parts, unit, { ...body, actor: actorName(actor) }))),
    ),
    operationsRoute(collectLoanCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const moved = await collectLoan(parts, unit, { ...body, actor: actorName(actor) })
        if (!moved.ok) return moved
        const { loan, postingNo } = moved.value
        return ok({ loan: await headOf(unit.tx, parts.cipher, loan), postingNo })
      }),
    ),
    operationsRoute(terminateLoanCall, ({ body, actor, write }) =>
      write(async (unit) =>
        head(unit, await terminateLoan(parts, unit, { ...body, actor: actorName(actor) })),
      ),
    ),
    operationsRoute(manualPostingCall, ({ body, actor, now, write }) =>
      postManually(parts, { body, actor: actorName(actor), now, write }),
    ),
  ]
}
