import { endLegalFactCall, noteLegalFactCall } from '@dolphin/contract/legal-facts'
import {
  collectLoanCall,
  revokeAuthorizationCall,
  stopDebitCall,
  suspendLoanCall,
  terminateLoanCall,
} from '@dolphin/contract/servicing-staff'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Result } from '../../refusal.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { actorName } from '../../http/actor.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import { headOf, type LoanHead } from '../loans/loan-head.ts'
import { entererOf } from '../approvals/enter-approval.ts'
import { enterLegalFactEnd } from './legal-fact-approval.ts'
import { noteLegalFact } from './legal-facts.ts'
import { collectLoan, suspendLoan } from './standing-service.ts'
import { revokeByStaff, stopDebitByStaff } from './stop-debits.ts'
import { enterTermination } from './termination-approval.ts'
import type { Deps } from '../../deps.ts'

/** How employees change the status of a live loan. */
export function servicingStaffRoutes(deps: Deps): RouteDefinition[] {
  const head = async (unit: UnitOfWork, moved: Result<Loan>): Promise<Result<LoanHead>> =>
    moved.ok ? ok(await headOf(unit.tx, deps.cipher, moved.value)) : moved
  return [
    operationsRoute(suspendLoanCall, ({ body, actor, write }) =>
      write(async (unit) => head(unit, await suspendLoan(deps, unit, { ...body, actor: actorName(actor) }))),
    ),
    operationsRoute(noteLegalFactCall, ({ body, actor, write }) =>
      write(async (unit) =>
        head(unit, await noteLegalFact(deps, unit, { ...body, actor: actorName(actor) })),
      ),
    ),
    operationsRoute(endLegalFactCall, ({ body, actor, write }) =>
      write((unit) => enterLegalFactEnd(deps, unit, body, entererOf(actor))),
    ),
    operationsRoute(collectLoanCall, ({ body, actor, write }) =>
      write(async (unit) => {
        const moved = await collectLoan(deps, unit, { ...body, enterer: entererOf(actor) })
        if (!moved.ok) return moved
        const { loan, writeOff } = moved.value
        return ok({
          loan: await headOf(unit.tx, deps.cipher, loan),
          postingNo: writeOff?.posting.postingNo ?? null,
          approval: writeOff?.approval ?? null,
        })
      }),
    ),
    operationsRoute(stopDebitCall, ({ body, actor, write }) =>
      write((unit) => stopDebitByStaff(deps, unit, { ...body, actor: actorName(actor) })),
    ),
    operationsRoute(revokeAuthorizationCall, ({ body, actor, write }) =>
      write((unit) => revokeByStaff(deps, unit, { ...body, actor: actorName(actor) })),
    ),
    operationsRoute(terminateLoanCall, ({ body, actor, write }) =>
      write((unit) => enterTermination(deps, unit, body, entererOf(actor))),
    ),
  ]
}
