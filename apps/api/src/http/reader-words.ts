import { type Locale, LOCALES, type Localized } from '@dolphin/domain/portfolio/localized'

/**
 * A value whose texts may still stand in every language: what handlers answer. The server picks the reader's
 * language at the border, so that nothing further in has to know it. Source: docs/decisions/two-languages.md.
 */
export type ForReaders<Value> = unknown extends Value
  ? Value
  : Value extends string
    ? string extends Value
      ? Value | Localized
      : Value
    : Value extends readonly unknown[] | Readonly<Record<string, unknown>>
      ? { readonly [Key in keyof Value]: ForReaders<Value[Key]> }
      : Value

/** The value with every text in the reader's language; the same object where nothing was to be picked. */
export function inLanguage<Value>(value: ForReaders<Value>, locale: Locale): Value {
  // Only texts differ between the two, and all of them were picked.
  return picked(value, locale) as Value
}

function picked(value: unknown, locale: Locale): unknown {
  if (Array.isArray(value)) return mapped(value, locale)
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  if (isLocalized(value)) return value[locale]
  let copy: Record<string, unknown> | undefined
  for (const [key, part] of Object.entries(value)) {
    const words = picked(part, locale)
    if (words === part) continue
    copy ??= { ...value }
    copy[key] = words
  }
  return copy ?? value
}

function mapped(list: readonly unknown[], locale: Locale): readonly unknown[] {
  const worded = list.map((part) => picked(part, locale))
  return worded.some((part, index) => part !== list[index]) ? worded : list
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function isLocalized(value: object): value is Localized {
  const keys = Object.keys(value)
  return keys.length === LOCALES.length && LOCALES.every((locale) => keys.includes(locale))
}
