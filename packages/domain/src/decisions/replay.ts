import { decide, type DecisionBasis } from './decide.ts'
import type { Decision } from './decision.ts'
import { decisionToWire, type WireDecision } from './decision-wire.ts'
import { factsFromWire, type WireFacts } from './facts.ts'
import { withRisk } from './risk.ts'

/** One place where a decision made again is not the stored one; both sides as JSON. */
export type ReplayDifference = { readonly path: string; readonly stored: string; readonly replayed: string }

/** Decides again on stored inputs, the risk report included. Pure, so the same basis must give the same answer. */
export function decideAgain(basis: DecisionBasis, facts: WireFacts): Decision {
  return decide(basis, withRisk(basis.policy, factsFromWire(facts)))
}

/** Everything in which a stored decision differs from the same one made again; empty where it can be proved. */
export function replayDifferences(
  basis: DecisionBasis,
  facts: WireFacts,
  stored: WireDecision,
): readonly ReplayDifference[] {
  return differences('', stored, decisionToWire(decideAgain(basis, facts)))
}

function differences(path: string, stored: unknown, replayed: unknown): ReplayDifference[] {
  if (!isObject(stored) || !isObject(replayed)) {
    return stored === replayed ? [] : [{ path, stored: text(stored), replayed: text(replayed) }]
  }
  const keys = [...new Set([...Object.keys(stored), ...Object.keys(replayed)])]
  return keys.flatMap((key) => differences(path === '' ? key : `${path}.${key}`, stored[key], replayed[key]))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing'
