import { type Outcome, ok, refused } from '../outcome.ts'
import { shownForm, visibleElements } from './associates.ts'
import { type FormDefinition, type FormElement, isAnswered } from './form-definition.ts'
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
 * Source: product.md §5 (form behavior).
 */
export function changedFields(definition: Elements, stored: FormAnswers, typed: FormAnswers): FormAnswers {
  return differing(definition, stored, answersToStore(definition, typed))
}

/**
 * The server's side of a save: takes only what the definition names and shows, whatever else is sent is
 * refused by key, also inside of rows (no mass assignment; `__proto__` is a key like any other). An answer
 * that the save hides is cleared, sent or not. Values are not judged here.
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
  const unknown = keys.flatMap((key) => {
    const element = elements.get(key)
    return element === undefined ? [key] : unknownInRows(element, sent[key])
  })
  if (unknown.length > 0) return refused(unknown.map(notPartOfForm))
  const values = new Map<string, FormValue>()
  for (const key of keys) {
    const element = elements.get(key)
    if (element !== undefined) values.set(key, storedValue(element, sent[key] as FormValue))
  }
  const merged = { ...stored, ...Object.fromEntries(values) }
  const visible = new Set(visibleElements(definition.elements, merged).map(({ elementKey }) => elementKey))
  const hidden = keys.filter((key) => !visible.has(key) && !isEmptyValue(values.get(key)))
  if (hidden.length > 0) return refused(hidden.map(notPartOfForm))
  const answers = answersToStore(definition, merged)
  return ok({ changed: differing(definition, stored, answers), answers })
}

/** Every answer of the form as it is to be stored; null for what is empty or hidden, also within rows. */
function answersToStore({ elements }: Elements, answers: FormAnswers): FormAnswers {
  const shown = shownForm(elements, answers)
  const visible = new Set(shown.elements)
  return Object.fromEntries(
    elements.filter(isAnswered).map((element) => {
      const value = visible.has(element) ? storedValue(element, answerOf(answers, element.elementKey)) : null
      return [element.elementKey, withoutHiddenFields(element, value, shown.answers)]
    }),
  )
}

function withoutHiddenFields(group: FormElement, value: FormValue, outer: FormAnswers): FormValue {
  const fields = group.elements
  if (fields === undefined || !Array.isArray(value)) return value
  return (value as readonly FormAnswers[]).map((row) => {
    const visible = new Set(visibleElements(fields, row, outer).map(({ elementKey }) => elementKey))
    return Object.fromEntries(
      Object.entries(row).map(([key, answer]) => [key, visible.has(key) ? answer : null]),
    )
  })
}

function differing({ elements }: Elements, stored: FormAnswers, after: FormAnswers): FormAnswers {
  const entries = elements.filter(isAnswered).map((element): [string, FormValue, FormValue] => {
    const before = storedValue(element, answerOf(stored, element.elementKey))
    return [element.elementKey, before, after[element.elementKey] ?? null]
  })
  return Object.fromEntries(
    entries.filter(([, before, now]) => !isSameValue(now, before)).map(([key, , now]) => [key, now]),
  )
}

/** Keys inside of sent rows that the group does not name, by their paths. */
function unknownInRows({ elementKey, elements }: FormElement, sent: unknown): readonly string[] {
  if (elements === undefined || !Array.isArray(sent)) return []
  const known = new Set(elements.filter(isAnswered).map((field) => field.elementKey))
  return sent.flatMap((row: unknown, index) =>
    typeof row !== 'object' || row === null
      ? []
      : Object.keys(row)
          .filter((key) => !known.has(key))
          .map((key) => `${elementKey}.${index}.${key}`),
  )
}

function notPartOfForm(elementKey: string): FieldError {
  const message = { en: 'This field is not part of the form', es: 'Este dato no es parte del formulario' }
  return { elementKey, rule: 'unknownField', message }
}
