import type { RouteDefinition } from '../../http/route.ts'
import { KeptValues } from '../../kept-values.ts'
import type { ApplicationParts } from './application-parts.ts'
import { formRoutes } from './form-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { standingRoutes } from './standing-routes.ts'

/** The sections of a thousand applications, each with its sealed text of some 600 bytes. */
const MOST_REPAIRS_KEPT = 4_000

/** An application from its first section to the borrower's withdrawal. */
export function applicationRoutes(deps: Omit<ApplicationParts, 'keptRepairs'>): RouteDefinition[] {
  const parts: ApplicationParts = { ...deps, keptRepairs: new KeptValues(MOST_REPAIRS_KEPT) }
  return [...formRoutes(parts), ...linkRoutes(parts), ...standingRoutes(parts)]
}
