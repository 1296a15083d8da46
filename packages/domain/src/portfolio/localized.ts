/** Languages every borrower-facing text of a portfolio is kept in; English is the one that binds. */
export const LOCALES = ['en', 'es'] as const
export type Locale = (typeof LOCALES)[number]

/** One text in every language. */
export type Localized = Readonly<Record<Locale, string>>
