import {
  answerApprovalCall,
  beginConfirmationCall,
  confirmApprovalCall,
  enterApprovalAgainCall,
  exportApprovalCall,
  listApprovalCall,
  showApprovalCall,
} from '@dolphin/contract/approvals'
import type { CallReply } from '@dolphin/contract/call'
import { ok } from '@dolphin/domain/outcome'
import { listFile } from '../../http/list-file.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { answerWithoutConfirming } from './answer-approval.ts'
import type { ApprovalDeps } from './approval-deps.ts'
import { beginConfirmation, confirmApproval } from './confirm-approval.ts'
import { enterAgain } from './enter-again.ts'
import { readApproval, readApprovals } from './read-approvals.ts'

type Head = CallReply<typeof listApprovalCall>['approvals'][number]

const TABLE: readonly (readonly [string, (head: Head) => string | number | null])[] = [
  ['Approval', ({ approvalNo }) => approvalNo],
  ['Kind', ({ kind }) => kind],
  ['What', ({ title }) => title],
  ['About', ({ subject }) => subject],
  ['Portfolio', ({ portfolioId }) => portfolioId],
  ['Loan', ({ loanNo }) => loanNo],
  ['Amount', ({ amount }) => amount],
  ['State', ({ state }) => state],
  ['Entered by', ({ enteredBy }) => enteredBy.name],
  ['Entered', ({ enteredAt }) => enteredAt],
  ['Ends', ({ endsAt }) => endsAt],
]

/** What one employee entered, and how another answers it. */
export function approvalRoutes(deps: ApprovalDeps): RouteDefinition[] {
  return [
    operationsRoute(listApprovalCall, async ({ query, actor, now }) =>
      ok(await readApprovals(deps, actor, query, now)),
    ),
    operationsFileRoute(exportApprovalCall, ({ query: filter, actor, now }) =>
      listFile(deps, {
        list: 'approvals',
        columns: TABLE,
        read: async (after) => {
          const { approvals, after: next } = await readApprovals(deps, actor, { ...filter, after }, now)
          return { rows: approvals, after: next }
        },
        filter,
        actor,
        now,
      }),
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
