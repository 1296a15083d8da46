import { dryRunPolicyCall } from '@dolphin/contract/calls/operations/dry-run-policy'
import { explainDecisionCall } from '@dolphin/contract/calls/operations/explain-decision'
import { replayDecisionCall } from '@dolphin/contract/calls/operations/replay-decision'
import { operationsRoute, type RouteDefinition } from '../../http/route.ts'
import { dryRunPolicy } from './decision-dry-run.ts'
import { explainById } from './decision-explain.ts'
import { replayDecisions } from './decision-replay.ts'
import type { OperationsParts } from '../payments/operations-parts.ts'

/** Why something was decided, whether it can be proved, and what another policy would decide. All of it reads. */
export function decisionRoutes(parts: OperationsParts): RouteDefinition[] {
  return [
    operationsRoute(replayDecisionCall, ({ query }) => replayDecisions(parts, query)),
    operationsRoute(dryRunPolicyCall, ({ body }) => dryRunPolicy(parts, body)),
    operationsRoute(explainDecisionCall, ({ params }) => explainById(parts, params.id)),
  ]
}
