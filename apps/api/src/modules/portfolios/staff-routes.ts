import {
  checkPortfolioCall,
  listReleasesCall,
  listVersionCall,
  previewPortfolioCall,
  publishVersionCall,
  releasePortfolioCall,
} from '@dolphin/contract/portfolios-staff'
import { listReleases } from '@dolphin/database/portfolios/portfolio-release-repository'
import { ok } from '@dolphin/domain/outcome'
import { onceByKey } from '../../http/once-by-key.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { actorName } from '../../http/actor.ts'
import { checkFiles } from './release/check-service.ts'
import { makePreview } from './release/preview-pack.ts'
import { releasePortfolio } from './release/release-service.ts'
import { releaseView } from './release/release-view.ts'
import { listPortfolioVersions, publishVersion } from './version-service.ts'
import type { Deps } from '../../deps.ts'

const MOST_LISTED = 200

/** Portfolio data: checked, previewed, entered by one employee, published by another, rolled back; and its versions. */
export function portfolioStaffRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(checkPortfolioCall, async ({ body: { portfolioId, files }, now }) =>
      ok((await checkFiles(deps, portfolioId, files, now)).report),
    ),
    operationsFileRoute(previewPortfolioCall, ({ body, now }) => makePreview(deps, body, now)),
    operationsRoute(releasePortfolioCall, async ({ body, actor, now, write }) => {
      const asked = { body, actor: actorName(actor), now, write }
      const answer = await onceByKey(write, () => releasePortfolio(deps, asked))
      // Committed: the next request to this node uses it. The database notifies the other nodes.
      if (answer.ok && body.act === 'confirm') await deps.portfolios.refresh()
      return answer
    }),
    operationsRoute(listReleasesCall, async ({ query: { portfolioId } }) => {
      const releases = await listReleases(deps.database.db, portfolioId, MOST_LISTED)
      return ok({ releases: releases.map(releaseView) })
    }),
    operationsRoute(listVersionCall, ({ query }) => listPortfolioVersions(deps, query)),
    operationsRoute(publishVersionCall, async ({ body, actor, write }) => {
      const answer = await write((unit) => publishVersion(deps, unit, body, actorName(actor)))
      // After the commit this node serves the new version at once; other nodes are notified by the database.
      if (answer.ok && answer.value.published) await deps.portfolios.refresh()
      return answer
    }),
  ]
}
