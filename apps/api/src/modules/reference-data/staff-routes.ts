import { moveClockCall, readClockCall } from '@dolphin/contract/reference-data'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { moveClock, readClock } from './clock-service.ts'

/** The clock of a demonstration. */
export function clockStaffRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(readClockCall, () => Promise.resolve(ok(readClock(deps)))),
    operationsRoute(moveClockCall, ({ body, write }) =>
      write(async (unit) => {
        // What has become due by the jump is done at once, not at the next tick.
        await deps.jobs.tick(unit)
        return await moveClock(deps, body)
      }),
    ),
  ]
}
