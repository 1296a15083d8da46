import { checkPortfolioCall } from '@dolphin/contract/calls/operations/check-portfolio'
import { listReleasesCall } from '@dolphin/contract/calls/operations/list-releases'
import { previewPortfolioCall } from '@dolphin/contract/calls/operations/preview-portfolio'
import { releasePortfolioCall } from '@dolphin/contract/calls/operations/release-portfolio'
import { listReleases } from '@dolphin/database/portfolios/portfolio-release-repository'
import { ok } from '@dolphin/domain/outcome'
import { onceByKey } from '../../http/once-by-key.ts'
import { operationsFileRoute, operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { actorName } from '../loans/loan-access.ts'
import type { OperationsParts } from '../payments/operations-parts.ts'
import { checkFiles } from './release/check-service.ts'
import { makePreview } from './release/preview-pack.ts'
import { releasePortfolio } from './release/release-service.ts'
import { releaseView } from './release/release-view.ts'

const MOST_LISTED = 200

/** Whole portfolios: checked, shown, entered by one employee, published by another, and back. */
export function portfolioRoutes(parts: OperationsParts): RouteDefinition[] {
  return [
    operationsRoute(checkPortfolioCall, async ({ body: { portfolioId, files }, now }) =>
      ok((await checkFiles(parts, portfolioId, files, now)).report),
    ),
    operationsFileRoute(previewPortfolioCall, ({ body, now }) => makePreview(parts, body, now)),
    operationsRoute(releasePortfolioCall, async ({ body, actor, now, write }) => {
      const asked = { body, actor: actorName(actor), now, write }
      const answer = await onceByKey(write, () => releasePortfolio(parts, asked))
      // Committed: whoever asks this node next meets it. Other nodes hear of it from the database.
      if (answer.ok && body.act === 'confirm') await parts.portfolios.refresh()
      return answer
    }),
    operationsRoute(listReleasesCall, async ({ query: { portfolioId } }) => {
      const releases = await listReleases(parts.database.db, portfolioId, MOST_LISTED)
      return ok({ releases: releases.map(releaseView) })
    }),
  ]
}
