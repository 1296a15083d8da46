import { ALLOWED_DATES } from './allowed-dates.ts'
import { type Associate, keysOf } from './associates.ts'
import { ruleNameOf } from './default-rules.ts'
import {
  CONTROL_NAMES,
  type FormDefinition,
  type FormElement,
  type RuleUse,
  VALUE_FORMATS,
} from './form-definition.ts'
import { MASKS } from './masks.ts'
import { isRuleName, RULES } from './rules/registry.ts'
import type { Rule } from './rules/rule.ts'

/** What is wrong with a definition, naming the element; null where it is the definition itself. */
export interface DefinitionError {
  readonly elementKey: string | null
  readonly problem: string
}

/** Paths under the gateway only: no scheme, no host, no way up, no query. Source: decision D13. */
const SAFE_URL = /^\/dolphin-(?:loan|customer|config)(?:\/[A-Za-z0-9-]+){1,6}$/
const KEY = /^[A-Za-z][A-Za-z0-9]{0,63}$/
/** Names that every object inherits. */
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['constructor', 'prototype', 'toString', 'valueOf'])
const CHOICES: ReadonlySet<string> = new Set(['select', 'radioGroup', 'checkboxGroup'])

/** Whether a form's URL is one that the server may be asked for. */
export function isSafeFormUrl(url: string): boolean {
  return SAFE_URL.test(url)
}

/**
 * Everything that speaks against a definition; an empty list accepts it. Run when portfolio data is loaded
 * and by tests over every shipped definition, so that a page never meets a rule or control it has not got.
 */
export function checkDefinition(
  definition: FormDefinition,
  hasDomainValues: (code: string) => boolean,
): readonly DefinitionError[] {
  const urls = [definition.readUrl, definition.createUrl, definition.updateUrl]
  const unsafe = urls
    .filter((url) => !isSafeFormUrl(url))
    .map((url): DefinitionError => ({ elementKey: null, problem: `unsafe URL ${url}` }))
  return [...unsafe, ...checkElements(definition.elements, [], hasDomainValues)]
}

function checkElements(
  elements: readonly FormElement[],
  outerKeys: readonly string[],
  hasDomainValues: (code: string) => boolean,
): readonly DefinitionError[] {
  const earlier = [...outerKeys]
  return elements.flatMap((element) => {
    const key = element.elementKey
    const problems = [
      ...checkKey(key, earlier),
      ...checkControl(element, hasDomainValues),
      ...(element.foregroundProperty?.validateRules ?? []).flatMap(checkRule),
      ...checkAppearance(element),
      ...(element.associates ?? []).flatMap((associate) => checkAssociate(associate, earlier)),
    ].map((problem): DefinitionError => ({ elementKey: key, problem }))
    earlier.push(key)
    return [...problems, ...checkElements(element.elements ?? [], earlier, hasDomainValues)]
  })
}

function checkKey(key: string, earlier: readonly string[]): readonly string[] {
  if (!KEY.test(key) || FORBIDDEN_KEYS.has(key)) return ['key is no plain name']
  return earlier.includes(key) ? ['key stands twice'] : []
}

function checkControl(element: FormElement, hasDomainValues: (code: string) => boolean): readonly string[] {
  const { dataControl: control, dataDomainValues: code } = element
  if (!CONTROL_NAMES.includes(control)) return [`unknown control ${control}`]
  const problems: string[] = []
  if (element.elementLabel.trim() === '') problems.push('label is empty')
  if (CHOICES.has(control) && code === undefined) problems.push(`${control} without domain values`)
  if (code !== undefined && !hasDomainValues(code)) problems.push(`unknown domain values ${code}`)
  const isGroup = control === 'repeatableGroup'
  if (isGroup !== (element.elements !== undefined))
    problems.push('only a repeatable group has elements of its own')
  return problems
}

function checkRule(use: RuleUse): readonly string[] {
  const name = ruleNameOf(use)
  if (!isRuleName(name)) return [`unknown rule ${name as string}`]
  const needs = (RULES[name] as Rule).needsArgument === true
  return needs === (typeof use === 'string')
    ? [`rule ${name} ${needs ? 'needs an' : 'takes no'} argument`]
    : []
}

function checkAppearance({ foregroundProperty: property }: FormElement): readonly string[] {
  const problems: string[] = []
  const { mask, format, cols, allowedDates } = property ?? {}
  if (mask !== undefined && !Object.hasOwn(MASKS, mask)) problems.push(`unknown mask ${mask}`)
  if (format !== undefined && !VALUE_FORMATS.includes(format)) problems.push(`unknown format ${format}`)
  if (cols !== undefined && !(Number.isInteger(cols) && cols >= 1 && cols <= 12)) {
    problems.push('cols is not 1 to 12')
  }
  for (const restriction of allowedDates ?? []) {
    if (!ALLOWED_DATES.includes(restriction)) problems.push(`unknown allowed dates ${restriction}`)
  }
  return problems
}

const ASSOCIATE_KINDS: ReadonlySet<string> = new Set(['show', 'hide', 'require', 'filter', 'copy'])

/** Conditions look back only: that rules out circles, and one pass over the form decides what is shown. */
function checkAssociate(associate: Associate, earlier: readonly string[]): readonly string[] {
  if (!ASSOCIATE_KINDS.has(associate.kind)) return [`unknown associate ${associate.kind}`]
  const keys = [...keysOf(associate.when), ...(associate.kind === 'copy' ? [associate.from] : [])]
  return keys
    .filter((key) => !earlier.includes(key))
    .map((key) => `associate looks at ${key}, which is not an earlier element`)
}
