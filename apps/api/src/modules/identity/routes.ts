import type { RouteDefinition } from '../../http/route.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { linkRoutes } from './link-routes.ts'
import { ownSessionRoutes } from './own-session-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { sessionRoutes } from './session-routes.ts'

/** Accounts by mailed link, sessions, passwords and contacts. Source: product.md §7, domain.md §3 and §12. */
export function identityRoutes(deps: IdentityDeps): RouteDefinition[] {
  return [...linkRoutes(deps), ...sessionRoutes(deps), ...ownSessionRoutes(deps), ...profileRoutes(deps)]
}
