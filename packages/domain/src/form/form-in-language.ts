import type { Locale } from '../portfolios/localized.ts'
import type { ControlProperty, FormDefinition, FormElement } from './form-definition.ts'

/** A definition with its texts in one language and without those of the other; English where one is missing. */
export function formInLanguage(definition: FormDefinition, locale: Locale): FormDefinition {
  const { title, titleEs, elements, ...rest } = definition
  return {
    ...rest,
    title: locale === 'es' ? (titleEs ?? title) : title,
    elements: elements.map((element) => elementIn(element, locale)),
  }
}

function elementIn(element: FormElement, locale: Locale): FormElement {
  const { elementLabel, labelEs, controlProperty, elements, ...rest } = element
  return {
    ...rest,
    elementLabel: locale === 'es' ? (labelEs ?? elementLabel) : elementLabel,
    ...(controlProperty === undefined ? {} : { controlProperty: propertyIn(controlProperty, locale) }),
    ...(elements === undefined ? {} : { elements: elements.map((field) => elementIn(field, locale)) }),
  }
}

function propertyIn({ hint, hintEs, ...rest }: ControlProperty, locale: Locale): ControlProperty {
  const words = locale === 'es' ? (hintEs ?? hint) : hint
  return { ...rest, ...(words === undefined ? {} : { hint: words }) }
}
