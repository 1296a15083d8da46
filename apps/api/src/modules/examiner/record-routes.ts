import { listVersionCall } from '@dolphin/contract/calls/operations/list-version'
import { publishVersionCall } from '@dolphin/contract/calls/operations/publish-version'
import { searchAuditCall } from '@dolphin/contract/calls/operations/search-audit'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { actorName } from '../loans/loan-access.ts'
import { searchAudit } from './audit-search.ts'
import type { OperationsParts } from '../payments/operations-parts.ts'
import { listPortfolioVersions, publishVersion } from '../portfolios/version-service.ts'

/** What stands on record: the versions of portfolio data, and the audit stream. */
export function recordRoutes(parts: OperationsParts): RouteDefinition[] {
  return [
    operationsRoute(listVersionCall, ({ query }) => listPortfolioVersions(parts, query)),
    operationsRoute(publishVersionCall, async ({ body, actor, write }) => {
      const answer = await write((unit) => publishVersion(parts, unit, body, actorName(actor)))
      // Committed: whoever asks this node next meets it. Other nodes hear of it from the database.
      if (answer.ok && answer.value.published) await parts.portfolios.refresh()
      return answer
    }),
    operationsRoute(searchAuditCall, ({ body, actor, write }) =>
      write((unit) => searchAudit(parts, unit, body, actorName(actor))),
    ),
  ]
}
