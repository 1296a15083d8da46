import type { LocalDate } from '../calendar/local-date.ts'
import type { Locale, Localized } from '../portfolios/localized.ts'
import type { Block, DocumentModel } from './document-model.ts'
import { longDate } from './long-date.ts'
import { type DocumentLender, lenderLine } from './party.ts'

/** Parts of the copy in their order, with their headings. */
export const COPY_PARTS = {
  account: { en: 'Your account', es: 'Su cuenta' },
  contacts: { en: 'Ways to reach you', es: 'Formas de contactarle' },
  consents: { en: 'What you agreed to', es: 'Lo que aceptó' },
  loans: { en: 'Applications and loans', es: 'Solicitudes y préstamos' },
  answers: { en: 'Your answers', es: 'Sus respuestas' },
  transactions: { en: 'Money sent and received', es: 'Dinero enviado y recibido' },
  documents: { en: 'Documents', es: 'Documentos' },
  messages: { en: 'Messages', es: 'Mensajes' },
  notices: { en: 'Emails and texts we sent', es: 'Correos y textos que enviamos' },
  requests: { en: 'Your requests about your data', es: 'Sus solicitudes sobre sus datos' },
} as const satisfies Readonly<Record<string, Localized>>

export type CopyPart = keyof typeof COPY_PARTS

type Rows = readonly Readonly<Record<string, unknown>>[]

const WORDS = {
  title: { en: 'Copy of your personal data', es: 'Copia de sus datos personales' },
  lead: {
    en: 'Everything we have on file about you. Numbers that could be misused are shown by their last digits. Open the documents themselves on the Documents page.',
    es: 'Todo lo que tenemos registrado sobre usted. Los números que podrían usarse mal se muestran por sus últimos dígitos. Los documentos se abren en la página Documentos.',
  },
  none: { en: 'Nothing.', es: 'Nada.' },
  made: { en: 'Made on', es: 'Hecha el' },
} as const satisfies Readonly<Record<string, Localized>>

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** "bankAccount" as "bank account". */
const labelOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** The copy of a person's data to read and print. Source: docs/retention.md "Requests". */
export function personalCopyDocument(
  copy: Readonly<Record<CopyPart, Rows>>,
  {
    lender,
    madeOn,
    language,
  }: {
    readonly lender: DocumentLender
    readonly madeOn: LocalDate
    readonly language: Locale
  },
): DocumentModel {
  const parts = Object.entries(COPY_PARTS) as [CopyPart, Localized][]
  return {
    title: WORDS.title[language],
    language,
    brand: { name: lender.brandName, primaryColor: lender.primaryColor },
    footer: lenderLine(lender),
    quotesPeople: true,
    blocks: [
      { kind: 'paragraph', text: WORDS.lead[language] },
      { kind: 'paragraph', emphasis: 'small', text: `${WORDS.made[language]} ${longDate(madeOn, language)}` },
      ...parts.flatMap(([part, title]): readonly Block[] => [
        { kind: 'heading', level: 2, text: title[language] },
        ...partBlocks(copy[part], language),
      ]),
    ],
  }
}

function partBlocks(rows: Rows, language: Locale): readonly Block[] {
  if (rows.length === 0) return [{ kind: 'paragraph', text: WORDS.none[language] }]
  return rows.map((row) => ({
    kind: 'facts',
    facts: Object.entries(row).map(([name, value]) => ({ label: labelOf(name), value: textOf(value) })),
  }))
}
