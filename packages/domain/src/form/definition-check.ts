import { ALLOWED_DATES } from './allowed-dates.ts'
import { type Associate, type Condition, keysOf } from './associates.ts'
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

/** The options behind a code of dataDomainValues; null where there is no such list. */
type OptionsOf = (code: string) => readonly { readonly value: string }[] | null

/** Paths under the gateway only: no scheme, no host, no way up, no query. Source: design/security.md D13. */
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
  optionsOf: OptionsOf,
): readonly DefinitionError[] {
  const urls = [definition.readUrl, definition.createUrl, definition.updateUrl]
  const unsafe = urls
    .filter((url) => !isSafeFormUrl(url))
    .map(
      (url): DefinitionError => ({
        elementKey: null,
        problem: `unsafe URL ${url}: write a path of this server, without host, query or ".."`,
      }),
    )
  return [...unsafe, ...checkElements(definition.elements, [], optionsOf)]
}

function checkElements(
  elements: readonly FormElement[],
  outer: readonly FormElement[],
  optionsOf: OptionsOf,
): readonly DefinitionError[] {
  const earlier = [...outer]
  return elements.flatMap((element) => {
    const key = element.elementKey
    const problems = [
      ...checkKey(key, earlier),
      ...checkControl(element, optionsOf),
      ...(element.foregroundProperty?.validateRules ?? []).flatMap(checkRule),
      ...checkAppearance(element),
      ...(element.associates ?? []).flatMap((associate) =>
        checkAssociate(associate, element, earlier, optionsOf),
      ),
    ].map((problem): DefinitionError => ({ elementKey: key, problem }))
    earlier.push(element)
    const rows = (element.elements ?? []).flatMap(checkRowField)
    return [...problems, ...rows, ...checkElements(element.elements ?? [], earlier, optionsOf)]
  })
}

function checkKey(key: string, earlier: readonly FormElement[]): readonly string[] {
  if (!KEY.test(key) || FORBIDDEN_KEYS.has(key))
    return ['key is no plain name: begin with a letter, then letters and digits only']
  return earlier.some(({ elementKey }) => elementKey === key)
    ? ['key stands twice: give one of the two another']
    : []
}

function checkControl(element: FormElement, optionsOf: OptionsOf): readonly string[] {
  const { dataControl: control, dataDomainValues: code } = element
  if (!CONTROL_NAMES.includes(control))
    return [`unknown control ${control}: name one of ${CONTROL_NAMES.join(', ')}`]
  const problems: string[] = []
  if (element.elementLabel.trim() === '')
    problems.push('label is empty: messages begin with it, so write one even where it is hidden')
  if (CHOICES.has(control) && code === undefined)
    problems.push(`${control} without domain values: name a list of options in dataDomainValues`)
  if (code !== undefined && optionsOf(code) === null)
    problems.push(`unknown domain values ${code}: the lists are those of get-domain-value`)
  const isGroup = control === 'repeatableGroup'
  if (isGroup !== (element.elements !== undefined))
    problems.push('only a repeatable group has elements of its own')
  return problems
}

/** Rows are sent back whole, so nothing in them may be secret; and a file or a group has no place in one. */
const NOT_IN_ROWS: ReadonlySet<string> = new Set(['ssn', 'password', 'file', 'heading', 'repeatableGroup'])

function checkRowField({
  elementKey,
  dataControl,
  controlProperty,
}: FormElement): readonly DefinitionError[] {
  const fits = !NOT_IN_ROWS.has(dataControl) && controlProperty?.secret !== true
  const what = controlProperty?.secret === true ? 'a secret' : dataControl
  return fits ? [] : [{ elementKey, problem: `${what} cannot stand in a row: put it beside the group` }]
}

function checkRule(use: RuleUse): readonly string[] {
  const name = ruleNameOf(use)
  if (!isRuleName(name))
    return [`unknown rule ${name as string}: the rules are listed in docs/guides/forms.md`]
  const needs = (RULES[name] as Rule).needsArgument === true
  return needs === (typeof use === 'string')
    ? [
        `rule ${name} ${needs ? 'needs an argument: write {"rule", "argument"}' : 'takes no argument: write its name alone'}`,
      ]
    : []
}

function checkAppearance({ foregroundProperty: property }: FormElement): readonly string[] {
  const problems: string[] = []
  const { mask, format, cols, allowedDates } = property ?? {}
  if (mask !== undefined && !Object.hasOwn(MASKS, mask))
    problems.push(`unknown mask ${mask}: name one of ${Object.keys(MASKS).join(', ')}`)
  if (format !== undefined && !VALUE_FORMATS.includes(format))
    problems.push(`unknown format ${format}: name one of ${VALUE_FORMATS.join(', ')}`)
  if (cols !== undefined && !(Number.isInteger(cols) && cols >= 1 && cols <= 12)) {
    problems.push('cols is not 1 to 12: write a whole number of twelve columns')
  }
  for (const restriction of allowedDates ?? []) {
    if (!ALLOWED_DATES.includes(restriction))
      problems.push(`unknown allowed dates ${restriction}: name one of ${ALLOWED_DATES.join(', ')}`)
  }
  return problems
}

const ASSOCIATE_KINDS: ReadonlySet<string> = new Set(['show', 'hide', 'require', 'filter', 'copy'])

/**
 * Conditions look back only: that rules out circles, and one pass over the form decides what is shown. What they
 * compare a choice with, and what a filter leaves, has to be an option.
 */
function checkAssociate(
  associate: Associate,
  element: FormElement,
  earlier: readonly FormElement[],
  optionsOf: OptionsOf,
): readonly string[] {
  const { kind, when } = associate
  if (!ASSOCIATE_KINDS.has(kind))
    return [`unknown associate ${kind}: write ${[...ASSOCIATE_KINDS].join(', ')}`]
  const find = (key: string) => earlier.find(({ elementKey }) => elementKey === key)
  const unknownKeys = [...keysOf(when), ...(kind === 'copy' ? [associate.from] : [])]
    .filter((key) => find(key) === undefined)
    .map((key) => `associate looks at ${key}, which is not an earlier element: name one above it`)
  const compared = comparisonsOf(when).flatMap(([key, values]) =>
    notOffered(find(key), values, optionsOf).map((value) => `${key} is compared with ${value}`),
  )
  const left = kind === 'filter' ? notOffered(element, associate.options, optionsOf) : []
  const unknown = [...compared, ...left.map((value) => `filter leaves ${value}`)]
  return [
    ...unknownKeys,
    ...unknown.map((problem) => `${problem}, which is no option: use values of the list`),
  ]
}

function comparisonsOf(condition: Condition): readonly (readonly [string, readonly string[]])[] {
  if ('all' in condition) return condition.all.flatMap(comparisonsOf)
  if ('any' in condition) return condition.any.flatMap(comparisonsOf)
  if ('not' in condition) return comparisonsOf(condition.not)
  return 'oneOf' in condition ? [[condition.elementKey, condition.oneOf]] : []
}

/** Those of the values that the element's list has not got; none where it has no list. */
function notOffered(
  element: FormElement | undefined,
  values: readonly string[],
  optionsOf: OptionsOf,
): readonly string[] {
  const options = optionsOf(element?.dataDomainValues ?? '')
  if (options === null) return []
  const offered = new Set(options.map(({ value }) => value))
  return values.filter((value) => !offered.has(value))
}
