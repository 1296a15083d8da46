/** The names in braces within a text: "{count} of {total}" → "count" | "total". */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

type Values<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Record<Placeholders<Text>, string | number>]

/** The same ids in another language; a missing or an unknown id does not compile. */
export type Translation<English> = { readonly [Id in keyof English]: string }

/** A lookup that refuses an unknown id, and a text whose values are missing, at compile time. */
export type Messages<English extends Record<string, string>> = <Id extends keyof English & string>(
  id: Id,
  ...values: Values<English[Id]>
) => string

/**
 * The texts of one part of the pages, by id, in English and in every language it is translated to. They stand
 * in the part's own chunk; the language is that of the document.
 */
export function defineMessages<const English extends Record<string, string>>(
  english: English,
  translations: Readonly<Record<string, Translation<English>>> = {},
): Messages<English> {
  return (id, ...values) => {
    const language = typeof document === 'undefined' ? 'en' : document.documentElement.lang
    const text = (translations[language] ?? english)[id]
    return fill(text ?? id, values[0])
  }
}

function fill(text: string, values: Readonly<Record<string, string | number>> | undefined): string {
  if (!values) return text
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole))
}
