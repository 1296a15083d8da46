import type { Call } from '@dolphin/contract/call'
import { assert } from '@dolphin/domain/assert'
import type { RouteDefinition } from './route.ts'

/** The routes, once it is certain that every call of the contract has one; a call without is a bug of ours. */
export function routeEveryCall(
  calls: readonly Call[],
  routes: readonly RouteDefinition[],
): readonly RouteDefinition[] {
  const routed = new Set(routes.map(({ call }) => call.name))
  const missing = calls.filter(({ name }) => !routed.has(name)).map(({ name }) => name)
  assert(missing.length === 0, `every call has a route; these have none: ${missing.join(', ')}`)
  return routes
}
