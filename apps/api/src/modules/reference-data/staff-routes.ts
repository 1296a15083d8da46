import { moveClockCall, readClockCall } from '@dolphin/contract/reference-data'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { planLapse, readClock } from './clock-service.ts'

/** The clock of a demonstration. */
export function clockStaffRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(readClockCall, () => Promise.resolve(ok(readClock(deps)))),
    operationsRoute(moveClockCall, ({ body, write }) =>
      write(async (unit) => {
        const lapse = planLapse(deps, body)
        if (!lapse.ok) return lapse
        // The jobs have transactions of their own, and the answer waits for them.
        unit.afterCommit(lapse.value.run)
        return ok(lapse.value.view)
      }),
    ),
  ]
}
