import type { Call } from '@dolphin/contract/call'
import { refuse } from './refusal.ts'
import type { RouteDefinition } from './route.ts'

/** A call that is declared and not built: its access rule and input hold already, its answer is 501. */
export function notYet(call: Call): RouteDefinition {
  return { call, handle: () => Promise.resolve(refuse('notYetAvailable')) }
}

/** Names of the declared calls without a handler, sorted. `not-yet.json` may only shrink. */
export function listNotYet(calls: readonly Call[], routes: readonly RouteDefinition[]): string[] {
  const built = new Set(routes.map((route) => route.call.name))
  return calls
    .map((call) => call.name)
    .filter((name) => !built.has(name))
    .toSorted()
}
