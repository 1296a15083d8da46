import { askTouchCall, beginTouchCall, giveTouchCall, readTouchCall } from '@dolphin/contract/staff-touches'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { limitTries } from './sign-in.ts'
import { askTouch, beginTouch, giveTouch, readTouch } from './touches.ts'
import type { TouchDeps } from './touch-deps.ts'

/** How an employee touches a passkey over an act that releases money. */
export function touchRoutes(deps: TouchDeps): RouteDefinition[] {
  return [
    operationsRoute(askTouchCall, async ({ body, actor, desk, write }) => {
      const limited = await limitTries(deps, 'staffProofs', actor.employeeId)
      return limited.ok ? await askTouch(deps, { actor, desk }, body, write) : limited
    }),
    operationsRoute(readTouchCall, ({ params, actor, desk, now }) =>
      readTouch({ tx: deps.database.db, now }, { actor, desk }, params.touchNo),
    ),
    operationsRoute(beginTouchCall, ({ body, actor, desk, write }) =>
      write((unit) => beginTouch(deps, unit, { actor, desk }, body.touchNo)),
    ),
    operationsRoute(giveTouchCall, ({ body, actor, desk, write }) =>
      giveTouch(deps, { actor, desk }, body, write),
    ),
  ]
}
