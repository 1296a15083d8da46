import type { FormDefinition, FormElement } from '@dolphin/domain/form/form-definition'
import type { Option } from '@dolphin/ui/select/select'
import { pageLanguage } from '../messages/define-messages.ts'

/** Lists of options by their code, as `getDomainValue` answers. */
export type DomainValues = Readonly<
  Record<string, readonly { readonly value: string; readonly label: string; readonly labelEs?: string }[]>
>

/** A definition ready for the engine, with the options behind every code it names. */
export interface ServedForm {
  readonly definition: FormDefinition
  readonly options: ReadonlyMap<string, readonly Option[]>
}

/** Joins a definition (`getForm`) with its options (`getDomainValue` for `optionCodes`). */
export function servedForm(definition: FormDefinition, values: DomainValues): ServedForm {
  const options = optionCodes(definition).map(
    (code) =>
      [
        code,
        (values[code] ?? []).map(({ value, label, labelEs }) => ({
          value,
          label: isSpanish() ? (labelEs ?? label) : label,
        })),
      ] as const,
  )
  return { definition, options: new Map(options) }
}

/** The codes of the lists that a form needs; empty when it has no choices. */
export function optionCodes(definition: Pick<FormDefinition, 'elements'>): readonly string[] {
  const codes = definition.elements.flatMap(({ dataDomainValues, elements }) => [
    ...(dataDomainValues === undefined ? [] : [dataDomainValues]),
    ...(elements ? optionCodes({ elements }) : []),
  ])
  return [...new Set(codes)]
}

const isSpanish = (): boolean => pageLanguage() === 'es'

/** The label in the document's language. */
export function labelOf(element: FormElement): string {
  return isSpanish() ? (element.labelEs ?? element.elementLabel) : element.elementLabel
}

/** The hint in the document's language. */
export function hintOf(element: FormElement): string | undefined {
  const { hint, hintEs } = element.controlProperty ?? {}
  return isSpanish() ? (hintEs ?? hint) : hint
}
