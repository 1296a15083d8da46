import type { FormElement } from '@dolphin/domain/form/form-definition'
import { answerOf, type FormAnswers, type FormValue } from '@dolphin/domain/form/form-value'

const NOTHING_MASKED: Readonly<Record<string, string>> = {}

/** Default values stand until the borrower chooses; a stored answer, also a masked one, goes first. */
export function withDefaults(
  elements: readonly FormElement[],
  answers: FormAnswers,
  masked: Readonly<Record<string, string>> = NOTHING_MASKED,
): FormAnswers {
  const filled: Record<string, FormValue | undefined> = { ...answers }
  for (const element of elements) {
    const { elementKey: key, controlProperty } = element
    if (controlProperty?.defaultValue === undefined || Object.hasOwn(masked, key)) continue
    if ((answerOf(answers, key) ?? null) === null)
      filled[key] = defaultOf(element, controlProperty.defaultValue)
  }
  return filled
}

/** The definition writes every default as text; boxes keep a yes or a list. */
function defaultOf({ dataControl }: FormElement, text: string): FormValue {
  if (dataControl === 'checkbox') return text === 'true'
  return dataControl === 'checkboxGroup' ? text.split(',') : text
}
