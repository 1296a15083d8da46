import { type Cents, cents, ZERO_CENTS } from '../money/cents.ts'
import type { DecisionBasis } from './decide.ts'
import type { Decision, DecisionOutcome } from './decision.ts'
import { decisionFromWire, type WireDecision } from './decision-wire.ts'
import type { WireFacts } from './facts.ts'
import { decideAgain } from './replay.ts'

/** A decision of the books, as a dry run needs it. */
export type DecidedCase = {
  readonly loanNo: string
  readonly facts: WireFacts
  readonly decision: WireDecision
}

/** Cases that go the same way under the new policy. */
export type DryRunGroup = {
  readonly from: DecisionOutcome
  readonly to: DecisionOutcome
  /** New maximums less old ones, over the group. */
  readonly amountDifference: Cents
  /** Codes that the new decisions name, most frequent first. */
  readonly reasons: readonly string[]
  readonly loanNos: readonly string[]
}

export type DryRun = {
  readonly decided: number
  /** Another outcome, another maximum, or other reasons. */
  readonly changed: number
  readonly groups: readonly DryRunGroup[]
}

type Change = { readonly loanNo: string; readonly before: Decision; readonly after: Decision }

/** What another policy would have decided on the same inputs. Pure; nothing is stored. */
export function dryRun(basis: DecisionBasis, cases: readonly DecidedCase[]): DryRun {
  const changes = cases
    .map(({ loanNo, facts, decision }) => ({
      loanNo,
      before: decisionFromWire(decision),
      after: decideAgain(basis, facts),
    }))
    .filter(({ before, after }) => isOther(before, after))
  const byWay = new Map<string, Change[]>()
  for (const change of changes) {
    const way = `${change.before.outcome}>${change.after.outcome}`
    byWay.set(way, [...(byWay.get(way) ?? []), change])
  }
  const groups = [...byWay.values()].map(groupOf)
  return {
    decided: cases.length,
    changed: changes.length,
    groups: groups.toSorted((left, right) => right.loanNos.length - left.loanNos.length),
  }
}

function isOther(before: Decision, after: Decision): boolean {
  const reasonsOf = ({ reasons }: Decision) => reasons.map(({ code }) => code).join()
  return (
    before.outcome !== after.outcome ||
    before.maximum !== after.maximum ||
    before.minimum !== after.minimum ||
    reasonsOf(before) !== reasonsOf(after)
  )
}

function groupOf(changes: readonly Change[]): DryRunGroup {
  const counts = new Map<string, number>()
  for (const { after } of changes)
    for (const { code } of after.reasons) counts.set(code, (counts.get(code) ?? 0) + 1)
  const [first] = changes
  return {
    from: first?.before.outcome ?? 'qualified',
    to: first?.after.outcome ?? 'qualified',
    amountDifference: changes.reduce(
      (total, { before, after }) => cents(total + after.maximum - before.maximum),
      ZERO_CENTS,
    ),
    reasons: [...counts].toSorted(([, left], [, right]) => right - left).map(([code]) => code),
    loanNos: changes.map(({ loanNo }) => loanNo),
  }
}
