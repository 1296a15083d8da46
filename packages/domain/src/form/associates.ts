import { isZipOutside } from '../applications/zip-state.ts'
import type { FormElement } from './form-definition.ts'
import { answerOf, type FormAnswers, type FormValue, isEmptyValue, valueText } from './form-value.ts'

/** A condition over earlier answers: data, never code. Choices are compared as text. */
export type Condition =
  | { readonly elementKey: string; readonly oneOf: readonly string[] }
  | { readonly elementKey: string; readonly answered: boolean }
  /** A ZIP code of another state than the one that the other element holds. */
  | { readonly elementKey: string; readonly outsideState: string }
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
  if ('outsideState' in condition)
    return isZipOutside(valueText(value), valueText(answerOf(answers, condition.outsideState)))
  if ('answered' in condition) return isEmptyValue(value) !== condition.answered
  return textsOf(value).some((text) => condition.oneOf.includes(text))
}

/** The element keys that a condition looks at. */
export function keysOf(condition: Condition): readonly string[] {
  if ('all' in condition) return condition.all.flatMap(keysOf)
  if ('any' in condition) return condition.any.flatMap(keysOf)
  if ('not' in condition) return keysOf(condition.not)
  if ('outsideState' in condition) return [condition.elementKey, condition.outsideState]
  return [condition.elementKey]
}

function isShown(element: FormElement, answers: FormAnswers): boolean {
  return (element.associates ?? []).every((associate) => {
    if (associate.kind === 'show') return holds(associate.when, answers)
    return associate.kind !== 'hide' || !holds(associate.when, answers)
  })
}

/** A form at these answers: what is shown, and what has been answered of it. */
export interface ShownForm {
  readonly elements: readonly FormElement[]
  /** The answers of the shown elements, with those around a row; a hidden element has not been answered. */
  readonly answers: FormAnswers
}

/**
 * Walks the form in order: a hidden element's answer counts as not given, so what depends on a hidden element
 * hides with it, and is neither required nor filled by it. Conditions only look back (definition-check.ts), so
 * one pass is enough.
 *
 * `outer` holds the answers around a repeatable group's row.
 */
export function shownForm(
  elements: readonly FormElement[],
  answers: FormAnswers,
  outer: FormAnswers = {},
): ShownForm {
  const seen: Record<string, FormValue | undefined> = { ...outer }
  const shown = elements.filter((element) => {
    if (element.associates !== undefined && !isShown(element, seen)) return false
    seen[element.elementKey] = answerOf(answers, element.elementKey)
    return true
  })
  return { elements: shown, answers: seen }
}

/** The elements to show; see `shownForm`. */
export function visibleElements(
  elements: readonly FormElement[],
  answers: FormAnswers,
  outer: FormAnswers = {},
): readonly FormElement[] {
  return shownForm(elements, answers, outer).elements
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

/**
 * The answers after one was typed, with the copies that follow from it. What was typed last is never copied
 * over, so that a field can be emptied. `outer` as for `shownForm`.
 */
export function withCopies(
  elements: readonly FormElement[],
  answers: FormAnswers,
  typedKey: string,
  outer: FormAnswers = {},
): FormAnswers {
  let next = answers
  for (const element of elements) {
    if (element.associates === undefined || element.elementKey === typedKey) continue
    const copied = copiedValue(element, { ...outer, ...next })
    if (copied !== undefined) next = { ...next, [element.elementKey]: copied }
  }
  return next
}

/** The keys that an element's own associates look at, and those of its rows' fields. */
export function keysLookedAt(element: FormElement): readonly string[] {
  const own = (element.associates ?? []).flatMap((associate) => [
    ...keysOf(associate.when),
    ...(associate.kind === 'copy' ? [associate.from] : []),
  ])
  return [...own, ...(element.elements ?? []).flatMap(keysLookedAt)]
}
