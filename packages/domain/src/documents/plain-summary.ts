import { LOCALES, type Localized } from '../portfolios/localized.ts'
import type { Block } from './document-model.ts'

const HEADING: Localized = { en: 'In plain words', es: 'En palabras sencillas' }

const BINDING: Localized = {
  en: 'This summary is here to help you. The English document that follows is the one that counts.',
  es: 'Este resumen es solo una ayuda. El documento en inglés que sigue es el que vale.',
}

/** What a document says in plain words, in both languages, and which of its texts binds. Empty lines are left out. */
export function plainSummary(lines: readonly Localized[]): readonly Block[] {
  return LOCALES.flatMap((language): readonly Block[] => [
    { kind: 'heading', level: 2, text: HEADING[language], language },
    {
      kind: 'list',
      ordered: false,
      items: lines.map((line) => line[language]).filter((line) => line !== ''),
      language,
    },
    { kind: 'paragraph', emphasis: 'small', text: BINDING[language], language },
  ])
}

/** Of an authorization of automatic payments, the first one or a new one. */
export const AUTHORIZED: Localized = {
  en: 'You allow us to take each payment from your account on its date. You can stop this at any time.',
  es: 'Nos permite cobrar cada pago de su cuenta en su fecha. Puede detenerlo en cualquier momento.',
}
