import type { FormElement } from './form-definition.ts'

/** One screenful of a form on a phone. */
export interface FormStep {
  /** Null for elements before the first heading. */
  readonly heading: FormElement | null
  readonly elements: readonly FormElement[]
}

/** Cuts a form at its headings; a step of which no element is shown is left out by the caller. */
export function stepsOf(elements: readonly FormElement[]): readonly FormStep[] {
  const steps: { heading: FormElement | null; elements: FormElement[] }[] = []
  for (const element of elements) {
    const current = steps.at(-1)
    if (element.dataControl === 'heading') steps.push({ heading: element, elements: [] })
    else if (current === undefined) steps.push({ heading: null, elements: [element] })
    else current.elements.push(element)
  }
  return steps
}
