/** The names in braces within a text: "{count} {count:day|days} of {total}" → "count" | "total". */
type Placeholders<Text extends string> = Text extends `${string}{${infer Inside}}${infer Rest}`
  ? (Inside extends `${infer Name}:${string}` ? Name : Inside) | Placeholders<Rest>
  : never

type Values<Text extends string> = [Placeholders<Text>] extends [never]
  ? []
  : [values: Record<Placeholders<Text>, string | number>]

type Texts = Readonly<Record<string, string>>

/** What is wrong with a text of another language, as the type that the compiler then asks for. */
type Faithful<English extends string, Other extends string> = [Placeholders<English>] extends [
  Placeholders<Other>,
]
  ? [Placeholders<Other>] extends [Placeholders<English>]
    ? Other
    : `remove {${Exclude<Placeholders<Other>, Placeholders<English>>}}`
  : `add {${Exclude<Placeholders<English>, Placeholders<Other>>}}`

/**
 * The same ids with the same names in braces, in another language; a missing or an unknown id, or a name that
 * only one of them has, does not compile.
 */
type Translation<English extends Texts, Other extends Texts> = {
  readonly [Id in keyof English]: Id extends keyof Other ? Faithful<English[Id], Other[Id]> : string
} & { readonly [Id in Exclude<keyof Other, keyof English>]: never }

/** A lookup that refuses an unknown id, and a text whose values are missing, at compile time. */
export type Messages<English extends Texts> = <Id extends keyof English & string>(
  id: Id,
  ...values: Values<English[Id]>
) => string

/** The language of the page. */
export const pageLanguage = (): 'en' | 'es' =>
  typeof document !== 'undefined' && document.documentElement.lang === 'es' ? 'es' : 'en'

/** Dates as people in the United States write them, in either language. */
export const dateLocale = (): 'en-US' | 'es-US' => (pageLanguage() === 'es' ? 'es-US' : 'en-US')

/**
 * The texts of one part of the pages, by id, in English and in Spanish, in the part's own chunk. The language is
 * that of the page. A build keeps one of the two (plugins/one-language.ts), so that a page does not load the other
 * language. "{count:day|days}" is the form of a word that the count takes, one before many.
 */
export function defineMessages<const English extends Texts, const Spanish extends Texts>(
  english: English,
  translations: { readonly es: Spanish & Translation<English, Spanish> },
): Messages<English>
export function defineMessages(
  english: Texts,
  translations?: { readonly es: Texts },
): (id: string, values?: Readonly<Record<string, string | number>>) => string {
  return (id, values) => {
    const texts = pageLanguage() === 'es' ? (translations?.es ?? english) : english
    return fill(texts[id] ?? id, values)
  }
}

function fill(text: string, values: Readonly<Record<string, string | number>> | undefined): string {
  if (!values) return text
  return text.replace(
    /\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}/g,
    (whole, name: string, one?: string, many?: string) => {
      const value = values[name]
      if (value === undefined) return whole
      return one === undefined || many === undefined ? String(value) : isOne(value) ? one : many
    },
  )
}

const isOne = (count: string | number): boolean =>
  new Intl.PluralRules(dateLocale()).select(Number(count)) === 'one'
