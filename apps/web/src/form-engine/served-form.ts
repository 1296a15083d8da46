import type { FormDefinition, FormElement } from '@dolphin/domain/form/form-definition'
import type { Option } from '@dolphin/ui/select/select'

/** A list of options as the server writes it into a definition. */
type WireOptions = readonly { readonly value: string | number; readonly label: string }[]

/** An element as it comes over the wire: its options stand inside it. */
export type WireElement = Omit<FormElement, 'dataDomainValues' | 'elements'> & {
  readonly dataDomainValues?: WireOptions | undefined
  readonly elements?: readonly WireElement[] | undefined
}

export type WireForm = Omit<FormDefinition, 'elements'> & { readonly elements: readonly WireElement[] }

/** A definition ready for the engine: the domain's own form, and the options of each element by its key. */
export interface ServedForm {
  readonly definition: FormDefinition
  readonly options: ReadonlyMap<string, readonly Option[]>
}

/** Parts the options from the elements, so that the same rules judge here and on the server. */
export function servedForm(wire: WireForm): ServedForm {
  const options = new Map<string, readonly Option[]>()
  const definition = {
    ...wire,
    elements: wire.elements.map((element) => domainElement(element, '', options)),
  }
  return { definition, options }
}

function domainElement(
  wire: WireElement,
  path: string,
  options: Map<string, readonly Option[]>,
): FormElement {
  const { dataDomainValues, elements, ...rest } = wire
  const key = path + wire.elementKey
  if (dataDomainValues)
    options.set(
      key,
      dataDomainValues.map(({ value, label }) => ({ value: String(value), label })),
    )
  return {
    ...rest,
    ...(dataDomainValues ? { dataDomainValues: key } : {}),
    ...(elements ? { elements: elements.map((element) => domainElement(element, `${key}.`, options)) } : {}),
  }
}

/** The label in the document's language. */
export function labelOf(element: FormElement): string {
  const spanish = document.documentElement.lang === 'es' ? element.elementLabelEs : undefined
  return spanish ?? element.elementLabel
}

/** The hint in the document's language. */
export function hintOf(element: FormElement): string | undefined {
  const spanish = document.documentElement.lang === 'es' ? element.controlProperty?.hintEs : undefined
  return spanish ?? element.controlProperty?.hint
}
