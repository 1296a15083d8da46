import {
  acceptStatementCall,
  listStatementCall,
  refuseStatementCall,
  releaseStatementCall,
  showStatementCall,
  statementFileCall,
} from '@dolphin/contract/verification-staff'
import { ok } from '@dolphin/domain/outcome'
import { refuse } from '../../refusal.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { actorName } from '../../http/actor.ts'
import { acceptStatement, copyOut, refuseStatement, releaseStatement } from './statement-decision.ts'
import { findStatement, isQuarantined, listStatements, readKept, showStatement } from './statement-review.ts'
import type { VerificationParts } from './verification-parts.ts'

/** What employees do with statements and requests for a person. */
export function statementReviewRoutes(parts: VerificationParts): RouteDefinition[] {
  return [...lookRoutes(parts), ...decisionRoutes(parts)]
}

function lookRoutes(parts: VerificationParts): RouteDefinition[] {
  const { db } = parts.database
  return [
    operationsRoute(listStatementCall, async ({ query }) =>
      ok({ statements: await listStatements(parts, query.portfolioId) }),
    ),
    operationsRoute(showStatementCall, async ({ params }) => {
      const found = await findStatement(parts, db, params.requestCode)
      return found === undefined ? refuse('notFound') : ok(await showStatement(parts, found))
    }),
    operationsFileRoute(statementFileCall, async ({ params }) => {
      const found = await findStatement(parts, db, params.requestCode)
      const bytes = found?.document && (await parts.objects.get(found.document.objectKey))
      if (found?.document === undefined || bytes === undefined) return refuse('notFound')
      const { documentNo, mediaType } = found.document
      const ending = isQuarantined(found) ? 'quarantined' : String(found.document.evidence['kind'])
      return ok({ fileName: `statement ${documentNo}.${ending}`, contentType: mediaType, bytes })
    }),
  ]
}

function decisionRoutes(parts: VerificationParts): RouteDefinition[] {
  const { db } = parts.database
  return [
    operationsRoute(acceptStatementCall, async ({ body, actor, write }) => {
      const found = await findStatement(parts, db, body.requestCode)
      if (found === undefined) return refuse('notFound')
      const content = await readKept(parts, found)
      return write((unit) => acceptStatement(parts, unit, { ...body, actor: actorName(actor) }, content))
    }),
    operationsRoute(refuseStatementCall, ({ body, actor, write }) =>
      write((unit) => refuseStatement(parts, unit, { ...body, actor: actorName(actor) })),
    ),
    operationsRoute(releaseStatementCall, async ({ body, actor, write }) => {
      const found = await findStatement(parts, db, body.requestCode)
      if (found === undefined) return refuse('notFound')
      const kept = isQuarantined(found) ? await copyOut(parts, found) : undefined
      return write((unit) => releaseStatement(parts, unit, { ...body, actor: actorName(actor) }, kept))
    }),
  ]
}
