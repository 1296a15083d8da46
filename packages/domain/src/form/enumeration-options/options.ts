import type { DomainOption } from '../domain-values.ts'

type Labels<Enumeration> = { readonly [Key in keyof Enumeration]: readonly [en: string, es: string] }

/** The options of an enumeration in its own order; a key without a label does not compile. */
export function options<const Enumeration extends Readonly<Record<string, string | number>>>(
  enumeration: Enumeration,
  labels: Labels<Enumeration>,
): readonly DomainOption[] {
  const byKey: Readonly<Record<string, readonly [string, string]>> = labels
  return Object.entries(enumeration).flatMap(([key, value]) => {
    const [label, labelEs] = byKey[key] ?? []
    return label === undefined || labelEs === undefined ? [] : [{ value: String(value), label, labelEs }]
  })
}
