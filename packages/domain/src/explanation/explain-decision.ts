import type { Decision } from '../decisions/decision.ts'
import { decisionHeadline, limitSentence, ruleSentence } from '../decisions/explain.ts'
import { FACT_LABELS, readableFact } from '../decisions/fact-text.ts'
import { isFactName, type WireFacts } from '../decisions/facts.ts'
import type { Explanation, ExplanationInput } from './explanation.ts'

/** A decision in full: its answer with all inputs, each rule and tier that was asked, each bound of the amount. */
export function explainDecision(decision: Decision, facts: WireFacts): readonly Explanation[] {
  const source = `policy version ${decision.policyVersion}; domain.md §6`
  const answer = {
    subject: 'decision',
    value: decisionHeadline(decision),
    rule: 'Every rule is asked; the gravest that holds gives the outcome; the lowest bound gives the amount.',
    source,
    inputs: factInputs(facts),
  }
  return [answer, ...decision.trace.map((entry) => traced(entry, source))]
}

function traced(entry: Decision['trace'][number], source: string): Explanation {
  if (entry.stage === 'limit') {
    const value = `${entry.amount}${entry.applied ? ' (held)' : ''}`
    const bound = { subject: `bound ${entry.code}`, value, rule: limitSentence(entry), source, inputs: [] }
    return entry.applied ? { ...bound, deciding: true } : bound
  }
  const { stage, code, conditions, holds, applied } = entry
  return {
    subject: `${stage} ${code}`,
    value: applied ? 'applied' : holds ? 'held, not taken' : 'did not apply',
    rule: ruleSentence(entry),
    source,
    inputs: conditions.map(({ fact, actual }) => ({
      name: FACT_LABELS[fact],
      value: readableFact(fact, actual),
    })),
    ...(applied ? { deciding: true as const } : {}),
  }
}

function factInputs(facts: WireFacts): readonly ExplanationInput[] {
  return Object.entries(facts).flatMap(([name, value]) =>
    isFactName(name) ? [{ name: FACT_LABELS[name], value: readableFact(name, value) }] : [],
  )
}

/** A decision that a person made: its reasons are the person's. */
export function explainPersonsDecision(decision: Decision, decidedBy: string): Explanation {
  return {
    subject: 'decision',
    value: decision.outcome === 'declined' ? decision.outcome : decisionHeadline(decision),
    rule: 'A person decided, with reasons out of the policy.',
    source: '12 CFR 1002.9(b)(2); domain.md §6',
    inputs: [
      { name: 'decided by', value: decidedBy },
      ...decision.reasons.map(({ code, actual, limit }) => ({
        name: code,
        value: [actual, limit].filter(Boolean).join(' against '),
      })),
    ],
    deciding: true,
  }
}
