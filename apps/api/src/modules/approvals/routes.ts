import {
  answerApprovalCall,
  beginConfirmationCall,
  confirmApprovalCall,
  enterApprovalAgainCall,
  listApprovalCall,
  showApprovalCall,
} from '@dolphin/contract/approvals'
import { ok } from '@dolphin/domain/outcome'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { answerWithoutConfirming } from './answer-approval.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import { beginConfirmation, confirmApproval } from './confirm-approval.ts'
import { enterAgain } from './enter-again.ts'
import { readApproval, readApprovals } from './read-approvals.ts'

/** What one employee entered, and how another answers it. */
export function approvalRoutes(deps: ApprovalDeps): RouteDefinition[] {
  return [
    operationsRoute(listApprovalCall, async ({ query, actor, now }) =>
      ok(await readApprovals(deps, actor, query, now)),
    ),
    operationsRoute(showApprovalCall, ({ params, actor, now }) =>
      readApproval(deps, actor, params.approvalNo, now),
    ),
    operationsRoute(beginConfirmationCall, ({ body, actor, desk, now, write }) =>
      beginConfirmation(deps, { actor, desk, now }, body, write),
    ),
    operationsRoute(confirmApprovalCall, ({ body, actor, desk, now, write }) =>
      confirmApproval(deps, { actor, desk, now }, body, write),
    ),
    operationsRoute(answerApprovalCall, ({ body, actor, write }) =>
      write((unit) => answerWithoutConfirming(deps, unit, actor, body)),
    ),
    operationsRoute(enterApprovalAgainCall, ({ body, actor, write }) =>
      write((unit) => enterAgain(deps, unit, actor, body.approvalNo)),
    ),
  ]
}
