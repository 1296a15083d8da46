import { type CompleteFacts, type FactName, type FactValue, factToWire, type WireFactValue } from './facts.ts'

export const OPERATORS = ['is', 'isNot', 'in', 'notIn', 'lessThan', 'atMost', 'atLeast', 'moreThan'] as const
export type Operator = (typeof OPERATORS)[number]

/** One question to one fact. Policies hold conditions as data; there is no code in them. */
export type Condition = {
  readonly fact: FactName
  readonly operator: Operator
  /** Of the fact's kind; a list for `in` and `notIn`. */
  readonly value: FactValue | readonly FactValue[]
}

/** What was asked, what the fact was, and whether it holds; JSON-safe. */
export type ConditionTrace = {
  readonly fact: FactName
  readonly operator: Operator
  readonly value: WireFactValue | readonly WireFactValue[]
  readonly actual: WireFactValue
  readonly holds: boolean
}

/** Asks one condition. Kinds were checked when the policy was loaded. */
export function ask(condition: Condition, facts: CompleteFacts): ConditionTrace {
  const { fact, operator, value } = condition
  const actual = facts[fact]
  return {
    fact,
    operator,
    value: isList(value) ? value.map(factToWire) : factToWire(value),
    actual: factToWire(actual),
    holds: holds(actual, operator, value),
  }
}

function holds(actual: FactValue, operator: Operator, value: Condition['value']): boolean {
  if (isList(value)) return value.includes(actual) === (operator === 'in')
  switch (operator) {
    case 'is':
      return actual === value
    case 'isNot':
      return actual !== value
    case 'lessThan':
      return actual < value
    case 'atMost':
      return actual <= value
    case 'atLeast':
      return actual >= value
    case 'moreThan':
      return actual > value
    case 'in':
    case 'notIn':
      return false
  }
}

function isList(value: Condition['value']): value is readonly FactValue[] {
  return Array.isArray(value)
}
