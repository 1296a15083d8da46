import { keysLookedAt } from '@dolphin/domain/form/associates'
import type { FormElement } from '@dolphin/domain/form/form-definition'

/** What is asked of a definition on every key typed, found once. */
export interface FormIndex {
  readonly byKey: ReadonlyMap<string, FormElement>
  /** The elements that change with an answer, directly or over others, by the key of that answer. */
  readonly dependents: ReadonlyMap<string, readonly FormElement[]>
  readonly hasCopies: boolean
}

const INDEXES = new WeakMap<readonly FormElement[], FormIndex>()

/** The index of a form's elements; made once for each list of elements. */
export function formIndex(elements: readonly FormElement[]): FormIndex {
  const known = INDEXES.get(elements)
  if (known) return known
  const index = {
    byKey: new Map(elements.map((element) => [element.elementKey, element])),
    dependents: dependentsOf(elements),
    hasCopies: elements.some(({ associates }) => associates?.some(({ kind }) => kind === 'copy')),
  }
  INDEXES.set(elements, index)
  return index
}

/** Conditions look back only, so that walking from the end finds every chain. */
function dependentsOf(elements: readonly FormElement[]): ReadonlyMap<string, readonly FormElement[]> {
  const found = new Map<string, Set<FormElement>>()
  for (const element of elements.toReversed()) {
    for (const key of keysLookedAt(element)) {
      const dependents = found.get(key) ?? new Set()
      found.set(key, dependents.add(element))
      for (const further of found.get(element.elementKey) ?? []) dependents.add(further)
    }
  }
  return new Map([...found].map(([key, dependents]) => [key, [...dependents]]))
}
