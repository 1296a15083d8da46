import { RiskReport } from '../loans/codes.ts'
import { ask, type ConditionTrace } from './condition.ts'
import type { CompleteFacts, Facts } from './facts.ts'
import type { RiskPolicy } from './policy.ts'

/** Everything but the report itself, which is made of the rest. */
export type FactsBeforeRisk = Omit<Facts, 'riskReport'>

/** One sign of risk, with what it asked; JSON-safe. */
export type RiskSignalTrace = {
  readonly code: string
  readonly conditions: readonly ConditionTrace[]
  readonly holds: boolean
}

/** What the verified transactions say of risk, and by which signs. */
export type RiskFinding = { readonly report: RiskReport; readonly signals: readonly RiskSignalTrace[] }

/**
 * The risk report: high where enough of the policy's signs hold, none where fewer do, and no report where there
 * was no usable account to read. Other lenders' debits, unpaid items, overdrafts and what was stated are its
 * facts; no bureau is asked, so that nothing in it is a consumer report (15 USC 1681a(d)).
 */
export function findRisk({ signals, highRiskFrom }: RiskPolicy, facts: FactsBeforeRisk): RiskFinding {
  if (facts.usableAccounts < 1) return { report: RiskReport.noReport, signals: [] }
  const complete: CompleteFacts = {
    ...facts,
    riskReport: RiskReport.noReport,
    militaryProductOffered: false,
  }
  const traces = signals.map(({ code, when }) => {
    const conditions = when.map((condition) => ask(condition, complete))
    return { code, conditions, holds: conditions.every(({ holds }) => holds) }
  })
  const found = traces.filter(({ holds }) => holds).length
  return { report: found >= highRiskFrom ? RiskReport.highRisk : RiskReport.noRisk, signals: traces }
}

/** Facts with the report that this policy makes of them. */
export function withRisk(policy: { readonly riskReport: RiskPolicy }, facts: FactsBeforeRisk): Facts {
  return { ...facts, riskReport: findRisk(policy.riskReport, facts).report }
}
