import { findCustomersCall } from '@dolphin/contract/customer-files'
import type { Deps } from '../../deps.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { findCustomers } from './find-customers.ts'

/** How staff find a customer. Source: docs/design/console.md, Screens. */
export function customerFileRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(findCustomersCall, ({ body, actor, write }) =>
      write((unit) => findCustomers(deps, unit, body, actor)),
    ),
  ]
}
