import type { RouteDefinition } from '../../http/route.ts'
import type { IdentityParts } from './identity-parts.ts'
import { linkRoutes } from './link-routes.ts'
import { ownSessionRoutes } from './own-session-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { sessionRoutes } from './session-routes.ts'

/** Accounts by mailed link, sessions, passwords and contacts. Source: product.md §7, domain.md §3 and §12. */
export function identityRoutes(parts: IdentityParts): RouteDefinition[] {
  return [...linkRoutes(parts), ...sessionRoutes(parts), ...ownSessionRoutes(parts), ...profileRoutes(parts)]
}
