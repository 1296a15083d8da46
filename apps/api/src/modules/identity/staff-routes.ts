import { changeAccountCall, enterOptOutCall } from '@dolphin/contract/identity'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { actorName } from '../../http/actor.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { entererOf } from '../approvals/enter-approval.ts'
import { changeAccount } from './account-state.ts'
import { enterOptOut } from './contact-opt-outs.ts'
import { enterAccountChange } from './account-approval.ts'

/** What employees do to a customer's account: one freezes it or notes an opt-out, two close it and open it again. */
export const identityStaffRoutes = (deps: Deps): RouteDefinition[] => [
  operationsRoute(changeAccountCall, ({ body, actor, write }) =>
    write(async (unit) => {
      const { change, ...order } = body
      if (change !== 'freeze')
        return await enterAccountChange(deps, unit, { ...order, change }, entererOf(actor))
      const changed = await changeAccount(deps, unit, { ...body, actor: actorName(actor) })
      return changed.ok ? ok({ ...changed.value, approval: null }) : changed
    }),
  ),
  operationsRoute(enterOptOutCall, ({ body, actor, write }) =>
    write((unit) => enterOptOut(deps, unit, body, actorName(actor))),
  ),
]
