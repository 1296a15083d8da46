import type { RouteDefinition } from '../../http/route.ts'
import type { ApplicationParts } from './application-parts.ts'
import { formRoutes } from './form-routes.ts'
import { linkRoutes } from './link-routes.ts'
import { standingRoutes } from './standing-routes.ts'

/** An application from its first section to the borrower's withdrawal. */
export function applicationRoutes(parts: ApplicationParts): RouteDefinition[] {
  return [...formRoutes(parts), ...linkRoutes(parts), ...standingRoutes(parts)]
}
