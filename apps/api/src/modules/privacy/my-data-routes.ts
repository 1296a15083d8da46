import { copyMyDataCall, readMyDataCall, requestMyDataCall } from '@dolphin/contract/my-data'
import { listDataRequests } from '@dolphin/database/retention/data-request-repository'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { customerFileRoute, customerRoute, type RouteDefinition } from '../../http/route.ts'
import { refuse } from '../../refusal.ts'
import { staleSignIn } from '../servicing/recent-sign-in.ts'
import { copyFile } from './copy-file.ts'
import { dataRequestView, keptFileView } from './data-request-view.ts'
import { openDataRequest } from './data-requests.ts'
import { filesOfPerson } from './kept-files.ts'

/** What a customer may see, take and ask of their own data. */
export function myDataRoutes(deps: Deps): RouteDefinition[] {
  const { cipher, limits } = deps
  const { db } = deps.database
  return [
    customerRoute(readMyDataCall, async ({ actor, locale, portfolio: { timeZone } }) => {
      const { kept } = await filesOfPerson(deps, db, actor)
      const requests = await listDataRequests(db, cipher, actor)
      return ok({
        kept: kept.map((file) => keptFileView(file, locale, timeZone)),
        requests: requests.map((request) => dataRequestView(request, timeZone)),
      })
    }),
    customerFileRoute(copyMyDataCall, async ({ actor, query, locale, now }) => {
      const stale = staleSignIn(actor, now)
      if (stale !== undefined) return stale
      const { portfolioId, openId } = actor
      const wait = await limits.take(db, 'dataCopies', `${portfolioId}/${openId}`, now)
      if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
      return await copyFile(deps, actor, { format: query.format, language: locale, now })
    }),
    customerRoute(requestMyDataCall, ({ actor, body, write }) =>
      write(async (unit) => {
        const stale = staleSignIn(actor, unit.now)
        if (stale !== undefined) return stale
        const { portfolioId, openId } = actor
        const wait = await limits.take(unit.tx, 'dataRequests', `${portfolioId}/${openId}`, unit.now)
        if (wait !== undefined) return refuse('tooManyRequests', { retryAfterSeconds: wait.seconds })
        return await openDataRequest(deps, unit, actor, body)
      }),
    ),
  ]
}
