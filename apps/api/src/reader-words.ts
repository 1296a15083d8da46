import { type Locale, LOCALES, type Localized } from '@dolphin/domain/portfolios/localized'

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
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return mapped(value, locale)
  if (!isPlain(value)) return value
  if (isLocalized(value)) return value[locale]
  let copy: Record<string, unknown> | undefined
  for (const key of Object.keys(value)) {
    const part = value[key]
    const words = picked(part, locale)
    if (words === part) continue
    copy ??= { ...value }
    copy[key] = words
  }
  return copy ?? value
}

/** Every reply passes here, and most lists hold no text: they are copied only from the first one on. */
function mapped(list: readonly unknown[], locale: Locale): readonly unknown[] {
  const first = list.findIndex((part) => picked(part, locale) !== part)
  if (first === -1) return list
  return list.map((part, index) => (index < first ? part : picked(part, locale)))
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

const isLocalized = (value: Readonly<Record<string, unknown>>): value is Record<Locale, unknown> =>
  LOCALES.every((locale) => Object.hasOwn(value, locale)) && Object.keys(value).length === LOCALES.length
