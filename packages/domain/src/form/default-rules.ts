import type { ControlName, FormElement, RuleUse } from './form-definition.ts'
import type { RuleName } from './rules/registry.ts'

/** The rules that a control brings along, before those that the definition adds. */
const DEFAULT_RULES: Readonly<Record<ControlName, readonly RuleName[]>> = {
  text: ['plainText'],
  textarea: [],
  number: ['number'],
  currency: ['currency'],
  phone: ['phone'],
  ssn: ['ssn'],
  email: ['email'],
  date: ['validDate'],
  select: [],
  radioGroup: [],
  checkboxGroup: [],
  checkbox: [],
  file: [],
  address: ['plainText'],
  password: [],
  heading: [],
  repeatableGroup: [],
}

/** Characters a field takes when its definition sets no `max`: no text is stored without a bound. */
const LONGEST: Readonly<Partial<Record<ControlName, number>>> = {
  text: 128,
  address: 128,
  textarea: 2000,
  number: 16,
  currency: 16,
  email: 254,
  password: 128,
}

/** The name of the rule that is used. */
export function ruleNameOf(use: RuleUse): RuleName {
  return typeof use === 'string' ? use : use.rule
}

const RULES_OF = new WeakMap<FormElement, readonly RuleUse[]>()

/** All rules of an element: those of its control, those of its definition, and a bound on its length. */
export function rulesOf(element: FormElement): readonly RuleUse[] {
  const known = RULES_OF.get(element)
  if (known !== undefined) return known
  const declared = element.foregroundProperty?.validateRules ?? []
  const names = new Set(declared.map(ruleNameOf))
  const implied = DEFAULT_RULES[element.dataControl].filter((name) => !names.has(name))
  const longest = LONGEST[element.dataControl]
  const bound: readonly RuleUse[] =
    longest === undefined || names.has('max') ? [] : [{ rule: 'max', argument: longest }]
  const rules = [...implied, ...declared, ...bound]
  RULES_OF.set(element, rules)
  return rules
}
