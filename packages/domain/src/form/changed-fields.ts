import { type Outcome, ok, refused } from '../outcome.ts'
import { visibleElements } from './associates.ts'
import { type FormDefinition, isAnswered } from './form-definition.ts'
import { answerOf, type FormAnswers, type FormValue, isEmptyValue } from './form-value.ts'
import { isSameValue, storedValue } from './stored-value.ts'
import type { FieldError } from './validate-form.ts'

type Elements = Pick<FormDefinition, 'elements'>

/** What a save is made of. */
export interface AcceptedChanges {
  /** Only what differs from what is stored, in stored form; null clears. */
  readonly changed: FormAnswers
  /** The whole form after the save, to be judged by validateForm. */
  readonly answers: FormAnswers
}

/**
 * What a save must carry: the visible answers that differ from the stored ones, in stored form, and null for
 * stored answers that have become hidden. Empty means that nothing changed and no call is needed.
 *
 * Source: product.md §5 (form behaviour).
 */
export function changedFields(definition: Elements, stored: FormAnswers, typed: FormAnswers): FormAnswers {
  const visible = new Set(visibleElements(definition.elements, typed))
  const entries = definition.elements.filter(isAnswered).map((element): [string, FormValue, FormValue] => {
    const before = storedValue(element, answerOf(stored, element.elementKey))
    const after = visible.has(element) ? storedValue(element, answerOf(typed, element.elementKey)) : null
    return [element.elementKey, before, after]
  })
  return Object.fromEntries(
    entries.filter(([, before, after]) => !isSameValue(after, before)).map(([key, , after]) => [key, after]),
  )
}

/**
 * The server's side of a save: takes only what the definition names and shows, whatever else is sent is
 * refused by key (no mass assignment; `__proto__` is a key like any other). Values are not judged here.
 *
 * `writable`, when given, narrows the keys further, such as to the elements that a repair asks for.
 */
export function acceptChanges(
  definition: Elements,
  stored: FormAnswers,
  sent: Readonly<Record<string, unknown>>,
  writable?: ReadonlySet<string>,
): Outcome<AcceptedChanges, readonly FieldError[]> {
  const elements = new Map(
    definition.elements
      .filter((element) => isAnswered(element) && (writable?.has(element.elementKey) ?? true))
      .map((element) => [element.elementKey, element]),
  )
  const keys = Object.keys(sent)
  const unknown = keys.filter((key) => !elements.has(key))
  if (unknown.length > 0) return refused(unknown.map(notPartOfForm))
  const values = new Map<string, FormValue>()
  for (const [key, element] of elements) {
    if (Object.hasOwn(sent, key)) values.set(key, storedValue(element, sent[key] as FormValue))
  }
  const answers = merge(definition, stored, values)
  const visible = new Set(visibleElements(definition.elements, answers).map((element) => element.elementKey))
  const hidden = keys.filter((key) => !visible.has(key) && !isEmptyValue(values.get(key)))
  if (hidden.length > 0) return refused(hidden.map(notPartOfForm))
  const differing = [...values].filter(([key, value]) => !isSameValue(value, answerOf(stored, key) ?? null))
  return ok({ changed: Object.fromEntries(differing), answers })
}

function merge(
  definition: Elements,
  stored: FormAnswers,
  values: ReadonlyMap<string, FormValue>,
): FormAnswers {
  return Object.fromEntries(
    definition.elements.filter(isAnswered).map(({ elementKey }): [string, FormValue] => {
      const value = values.has(elementKey) ? values.get(elementKey) : answerOf(stored, elementKey)
      return [elementKey, value ?? null]
    }),
  )
}

function notPartOfForm(elementKey: string): FieldError {
  return { elementKey, rule: 'unknownField', message: 'This field is not part of the form' }
}
