import {
  beginUnmaskCall,
  customerAuditCall,
  customerHistoryCall,
  findCustomersCall,
  loanLedgerCall,
  loanRecordsCall,
  showCustomerCall,
  showReviewCaseCall,
  unmaskCall,
  writeNoteCall,
} from '@dolphin/contract/customer-files'
import { endMirrorCall, openMirrorCall, showMirrorCall } from '@dolphin/contract/mirror'
import { listFileActsCall, previewFileActCall } from '@dolphin/contract/file-acts'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { actorName } from '../../http/actor.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import type { ActPasskeys } from '../approvals/approval-deps.ts'
import { entererOf } from '../approvals/enter-approval.ts'
import { customerAudit } from './customer-audit.ts'
import { showCustomer } from './customer-file.ts'
import { customerHistory } from './customer-history.ts'
import { writeNote } from './customer-notes.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { readLedger } from '../payments/ledger-check.ts'
import { listFileActs } from './file-acts.ts'
import { findCustomers } from './find-customers.ts'
import { readLoanRecords } from './loan-records.ts'
import { closeMirror, openMirror, showMirror } from './mirror-view.ts'
import { previewFileAct } from './preview-act.ts'
import { readReviewCase } from './review-case.ts'
import { beginUnmask, unmask } from './unmask-field.ts'

/** How staff find a customer, read the file and write into it. Source: docs/design/console.md, Screens. */
export function customerFileRoutes(deps: Deps & { readonly passkeys: ActPasskeys }): RouteDefinition[] {
  return [
    operationsRoute(findCustomersCall, ({ body, actor, write }) =>
      write((unit) => findCustomers(deps, unit, body, actor)),
    ),
    operationsRoute(showCustomerCall, ({ params: { file }, query: { loan }, now }) =>
      showCustomer(deps, { file, loan }, now),
    ),
    operationsRoute(customerHistoryCall, ({ params, query, actor }) =>
      customerHistory(deps, params.file, query, actor),
    ),
    operationsRoute(loanRecordsCall, ({ params, now }) => readLoanRecords(deps, params.loanNo, now)),
    operationsRoute(showReviewCaseCall, ({ params, now }) => readReviewCase(deps, params.loanNo, now)),
    operationsRoute(loanLedgerCall, async ({ params: { loanNo }, query: { after } }) => {
      const found = await findAnyLoan(deps.database.db, loanNo)
      return found.ok ? ok(await readLedger(deps, found.value, after)) : found
    }),
    operationsRoute(customerAuditCall, ({ params, query }) => customerAudit(deps, params.file, query)),
    operationsRoute(listFileActsCall, ({ params: { file }, query: { loan }, actor, now }) =>
      listFileActs(deps, { file, loan, actor, now }),
    ),
    operationsRoute(previewFileActCall, ({ body, actor, write }) =>
      write((unit) => previewFileAct(deps, unit, body, entererOf(actor))),
    ),
    operationsRoute(writeNoteCall, ({ body, actor, write }) =>
      write((unit) => writeNote(deps, unit, body, actorName(actor))),
    ),
    operationsRoute(openMirrorCall, ({ body, actor, write }) =>
      write((unit) => openMirror(deps, unit, body, actor)),
    ),
    operationsRoute(showMirrorCall, ({ params: { mirrorNo }, actor, now }) =>
      showMirror(deps, deps.database.db, { actor, mirrorNo }, now),
    ),
    operationsRoute(endMirrorCall, ({ body: { mirrorNo }, actor, write }) =>
      write((unit) => closeMirror(deps, unit, { actor, mirrorNo })),
    ),
    operationsRoute(beginUnmaskCall, ({ body, actor, desk, write }) =>
      write((unit) => beginUnmask(deps, unit, { actor, desk }, body)),
    ),
    operationsRoute(unmaskCall, ({ body, actor, desk, write }) => unmask(deps, { actor, desk }, body, write)),
  ]
}
