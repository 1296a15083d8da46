import type { FormElement } from './form-definition.ts'
import { answerOf, type FormAnswers, type FormValue, isEmptyValue, valueText } from './form-value.ts'

/** A condition over earlier answers: data, never code. Choices are compared as text. */
export type Condition =
  | { readonly elementKey: string; readonly oneOf: readonly string[] }
  | { readonly elementKey: string; readonly answered: boolean }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }

/** How the element that carries it depends on other elements. Source: domain.md §4. */
export type Associate =
  | { readonly kind: 'show'; readonly when: Condition }
  | { readonly kind: 'hide'; readonly when: Condition }
  | { readonly kind: 'require'; readonly when: Condition }
  | { readonly kind: 'filter'; readonly when: Condition; readonly options: readonly string[] }
  | { readonly kind: 'copy'; readonly when: Condition; readonly from: string }

function textsOf(value: FormValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value.filter((entry): entry is string => typeof entry === 'string')
  return [typeof value === 'boolean' ? String(value) : valueText(value)]
}

/** Whether a condition holds for these answers. */
export function holds(condition: Condition, answers: FormAnswers): boolean {
  if ('all' in condition) return condition.all.every((part) => holds(part, answers))
  if ('any' in condition) return condition.any.some((part) => holds(part, answers))
  if ('not' in condition) return !holds(condition.not, answers)
  const value = answerOf(answers, condition.elementKey)
  if ('answered' in condition) return isEmptyValue(value) !== condition.answered
  return textsOf(value).some((text) => condition.oneOf.includes(text))
}

/** The element keys that a condition looks at. */
export function keysOf(condition: Condition): readonly string[] {
  if ('all' in condition) return condition.all.flatMap(keysOf)
  if ('any' in condition) return condition.any.flatMap(keysOf)
  if ('not' in condition) return keysOf(condition.not)
  return [condition.elementKey]
}

function isShown(element: FormElement, answers: FormAnswers): boolean {
  return (element.associates ?? []).every((associate) => {
    if (associate.kind === 'show') return holds(associate.when, answers)
    return associate.kind !== 'hide' || !holds(associate.when, answers)
  })
}

/**
 * The elements to show. Walked in order, and a hidden element's answer counts as not given, so what depends
 * on a hidden element hides with it. Conditions only look back (definition-check.ts), so one pass is enough.
 *
 * `outer` holds the answers around a repeatable group's row.
 */
export function visibleElements(
  elements: readonly FormElement[],
  answers: FormAnswers,
  outer: FormAnswers = {},
): readonly FormElement[] {
  const seen = new Map<string, FormValue | undefined>(Object.entries(outer))
  return elements.filter((element) => {
    const shown = isShown(element, Object.fromEntries(seen))
    if (shown) seen.set(element.elementKey, answerOf(answers, element.elementKey))
    return shown
  })
}

/** Whether an answer is needed now: always mandatory, or required by a condition that holds. */
export function isRequired(element: FormElement, answers: FormAnswers): boolean {
  if (element.foregroundProperty?.mandatory === true) return true
  return (element.associates ?? []).some(
    (associate) => associate.kind === 'require' && holds(associate.when, answers),
  )
}

/** The options that remain after every filter whose condition holds. */
export function remainingOptions<Option extends { readonly value: string }>(
  element: FormElement,
  options: readonly Option[],
  answers: FormAnswers,
): readonly Option[] {
  return (element.associates ?? []).reduce<readonly Option[]>((left, associate) => {
    if (associate.kind !== 'filter' || !holds(associate.when, answers)) return left
    return left.filter((option) => associate.options.includes(option.value))
  }, options)
}

/** The value to copy into an element that is still empty; undefined when there is nothing to copy. */
export function copiedValue(element: FormElement, answers: FormAnswers): FormValue | undefined {
  if (!isEmptyValue(answerOf(answers, element.elementKey))) return undefined
  const copy = (element.associates ?? []).find(
    (associate) => associate.kind === 'copy' && holds(associate.when, answers),
  )
  return copy?.kind === 'copy' ? answerOf(answers, copy.from) : undefined
}
