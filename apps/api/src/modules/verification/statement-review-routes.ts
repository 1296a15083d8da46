import {
  acceptStatementCall,
  allowAccountCall,
  exportStatementCall,
  listStatementCall,
  refuseStatementCall,
  releaseStatementCall,
  showBankLinkCall,
  showStatementCall,
  statementFileCall,
} from '@dolphin/contract/verification-staff'
import { ok } from '@dolphin/domain/outcome'
import { refuse } from '../../refusal.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { actorName } from '../../http/actor.ts'
import { findAnyLoan } from '../loans/any-loan.ts'
import { allowAccount } from './allow-account.ts'
import { showBankLink } from './bank-link-review.ts'
import { acceptStatement, copyOut, refuseStatement, releaseStatement } from './statement-decision.ts'
import { findStatement, isQuarantined, readStoredStatement, showStatement } from './statement-review.ts'
import { listStatements, statementsFile } from './statement-list.ts'
import type { VerificationDeps } from './verification-deps.ts'

/** What employees do with statements and requests for a person, and what they see of bank links. */
export function statementReviewRoutes(deps: VerificationDeps): RouteDefinition[] {
  return [...lookRoutes(deps), ...decisionRoutes(deps)]
}

function lookRoutes(deps: VerificationDeps): RouteDefinition[] {
  const { db } = deps.database
  return [
    operationsRoute(listStatementCall, async ({ query }) => ok(await listStatements(deps, query))),
    operationsFileRoute(exportStatementCall, ({ query, actor, now }) =>
      statementsFile(deps, query, { actor, now }),
    ),
    operationsRoute(showStatementCall, async ({ params }) => {
      const found = await findStatement(deps, db, params.requestCode)
      return found === undefined ? refuse('notFound') : ok(await showStatement(deps, found))
    }),
    operationsRoute(showBankLinkCall, async ({ query: { loanNo, requestCode } }) => {
      const loan = await findAnyLoan(db, loanNo)
      return loan.ok ? await showBankLink(deps, loan.value, requestCode) : loan
    }),
    operationsFileRoute(statementFileCall, async ({ params }) => {
      const found = await findStatement(deps, db, params.requestCode)
      const bytes = found?.document && (await deps.objects.get(found.document.objectKey))
      if (found?.document === undefined || bytes === undefined) return refuse('notFound')
      const { documentNo, mediaType } = found.document
      const ending = isQuarantined(found) ? 'quarantined' : String(found.document.evidence['kind'])
      return ok({ fileName: `statement ${documentNo}.${ending}`, contentType: mediaType, bytes })
    }),
  ]
}

function decisionRoutes(deps: VerificationDeps): RouteDefinition[] {
  const { db } = deps.database
  return [
    operationsRoute(acceptStatementCall, async ({ body, actor, write }) => {
      const found = await findStatement(deps, db, body.requestCode)
      if (found === undefined) return refuse('notFound')
      const content = await readStoredStatement(deps, found)
      return write((unit) => acceptStatement(deps, unit, { ...body, actor: actorName(actor) }, content))
    }),
    operationsRoute(allowAccountCall, ({ body, actor, write }) =>
      write((unit) => allowAccount(deps, unit, { ...body, actor: actorName(actor) })),
    ),
    operationsRoute(refuseStatementCall, ({ body, actor, write }) =>
      write((unit) => refuseStatement(deps, unit, { ...body, actor: actorName(actor) })),
    ),
    operationsRoute(releaseStatementCall, async ({ body, actor, write }) => {
      const found = await findStatement(deps, db, body.requestCode)
      if (found === undefined) return refuse('notFound')
      const kept = isQuarantined(found) ? await copyOut(deps, found) : undefined
      return write((unit) => releaseStatement(deps, unit, { ...body, actor: actorName(actor) }, kept))
    }),
  ]
}
