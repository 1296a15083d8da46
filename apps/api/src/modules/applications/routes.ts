import type { RouteDefinition } from '../../http/route.ts'
import { ValueCache } from '../../value-cache.ts'
import type { ApplicationDeps } from './application-deps.ts'
import { formRoutes } from './form-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { eligibilityRoutes } from './eligibility-routes.ts'

/** The sections of a thousand applications, each with its sealed text of some 600 bytes. */
const MOST_REPAIRS_KEPT = 4_000

/** An application from its first section to the borrower's withdrawal. */
export function applicationRoutes(deps: Omit<ApplicationDeps, 'repairCache'>): RouteDefinition[] {
  const allDeps: ApplicationDeps = { ...deps, repairCache: new ValueCache(MOST_REPAIRS_KEPT) }
  return [...formRoutes(allDeps), ...linkRoutes(allDeps), ...eligibilityRoutes(allDeps)]
}
