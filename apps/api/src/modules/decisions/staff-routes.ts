import { dryRunPolicyCall, explainDecisionCall, replayDecisionCall } from '@dolphin/contract/decisions'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { dryRunPolicy } from './decision-dry-run.ts'
import { explainById } from './decision-explain.ts'
import { replayDecisions } from './decision-replay.ts'
import type { Deps } from '../../deps.ts'

/** Why something was decided, whether it can be proved, and what another policy would decide. All of it reads. */
export function decisionStaffRoutes(deps: Deps): RouteDefinition[] {
  return [
    operationsRoute(replayDecisionCall, ({ query }) => replayDecisions(deps, query)),
    operationsRoute(dryRunPolicyCall, ({ body }) => dryRunPolicy(deps, body)),
    operationsRoute(explainDecisionCall, ({ params }) => explainById(deps, params.id)),
  ]
}
