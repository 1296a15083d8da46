/** Languages every borrower-facing text of a portfolio is kept in; English is the one that binds. */
export const LOCALES = ['en', 'es'] as const
export type Locale = (typeof LOCALES)[number]

/** One text in every language. */
export type Localized = Readonly<Record<Locale, string>>

/** What reads the same in every language (a number, a name, a link), or a text in each. */
export type Words = string | Localized

/** One text in every language, from a function that words it in one. */
export const inEachLanguage = (word: (locale: Locale) => string): Localized => ({
  en: word('en'),
  es: word('es'),
})

/** The words for a reader of that language. */
export const wordsIn = (words: Words, locale: Locale): string =>
  typeof words === 'string' ? words : words[locale]
