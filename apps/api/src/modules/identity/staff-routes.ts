import { changeAccountCall } from '@dolphin/contract/identity'
import type { Deps } from '../../deps.ts'
import { actorName } from '../../http/actor.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { changeAccount } from './account-state.ts'

/** What employees do to a customer's account. */
export const identityStaffRoutes = (deps: Deps): RouteDefinition[] => [
  operationsRoute(changeAccountCall, ({ body, actor, write }) =>
    write((unit) => changeAccount(deps, unit, { ...body, actor: actorName(actor) })),
  ),
]
