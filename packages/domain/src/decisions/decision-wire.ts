import { assert } from '../assert.ts'
import { type Cents, moneyToWire, parseMoney } from '../money/cents.ts'
import type { Decision } from './decision.ts'

/** A decision as JSON: money as "500.00". */
export type WireDecision = Omit<Decision, 'minimum' | 'maximum' | 'step'> & {
  readonly minimum: string
  readonly maximum: string
  readonly step: string
}

/** For storage; decisionFromWire reads it back, exactly. */
export function decisionToWire(decision: Decision): WireDecision {
  const { minimum, maximum, step } = decision
  return {
    ...decision,
    minimum: moneyToWire(minimum),
    maximum: moneyToWire(maximum),
    step: moneyToWire(step),
  }
}

/** A stored decision. */
export function decisionFromWire(wire: WireDecision): Decision {
  return { ...wire, minimum: money(wire.minimum), maximum: money(wire.maximum), step: money(wire.step) }
}

function money(text: string): Cents {
  const amount = parseMoney(text)
  assert(amount !== undefined, 'a stored decision holds amounts')
  return amount
}
