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
import { entererOf } from '../approvals/enter-approval.ts'
import { checkFiles } from './release/check-service.ts'
import { makePreview } from './release/preview-pack.ts'
import { enterRelease } from './release/release-service.ts'
import { releaseView } from './release/release-view.ts'
import { enterVersion } from './version-approval.ts'
import { listPortfolioVersions } from './version-service.ts'
import type { Deps } from '../../deps.ts'

const MOST_LISTED = 200

/** Portfolio data: checked, previewed, entered by one employee for another to confirm, rolled back; and its versions. */
export function portfolioStaffRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(checkPortfolioCall, async ({ body: { portfolioId, files }, now }) =>
      ok((await checkFiles(deps, portfolioId, files, now)).report),
    ),
    operationsFileRoute(previewPortfolioCall, ({ body, now }) => makePreview(deps, body, now)),
    operationsRoute(releasePortfolioCall, ({ body, actor, now, write }) =>
      onceByKey(write, () => enterRelease(deps, { body, enterer: entererOf(actor), now, write })),
    ),
    operationsRoute(listReleasesCall, async ({ query: { portfolioId } }) => {
      const releases = await listReleases(deps.database.db, portfolioId, MOST_LISTED)
      return ok({ releases: releases.map(releaseView) })
    }),
    operationsRoute(listVersionCall, ({ query }) => listPortfolioVersions(deps, query)),
    operationsRoute(publishVersionCall, ({ body, actor, write }) =>
      write((unit) => enterVersion(deps, unit, body, entererOf(actor))),
    ),
  ]
}
