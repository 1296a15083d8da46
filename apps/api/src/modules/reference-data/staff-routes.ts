import { moveClockCall, readClockCall } from '@dolphin/contract/reference-data'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { onceByKey } from '../../http/once-by-key.ts'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { inTurn, planLapse, readClock } from './clock-service.ts'

/** The clock of a demonstration. */
export function clockStaffRoutes(deps: Deps): RouteDefinition[] {
  const oneAtATime = inTurn()
  return [
    operationsRoute(readClockCall, () => Promise.resolve(ok(readClock(deps)))),
    operationsRoute(moveClockCall, ({ body, write }) =>
      oneAtATime(() =>
        onceByKey(write, async () => {
          const lapse = planLapse(deps, body)
          if (!lapse.ok) return lapse
          // The jobs have transactions of their own; the key is spent once the clock stands where the answer says.
          const moved = await lapse.value.run()
          return await write(() => Promise.resolve(ok(moved)))
        }),
      ),
    ),
  ]
}
