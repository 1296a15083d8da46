import type { Localized } from '../portfolios/localized.ts'

/** Why the file of a loan or application is kept although its owner asks for deletion, for its owner. */
export const KEPT_WORDS = {
  fundedLoan: {
    en: 'Contract, payments and letters of your loan. Federal and state law require us to keep them.',
    es: 'Contrato, pagos y cartas de su préstamo. Las leyes federales y estatales nos obligan a guardarlos.',
  },
  undoneApplication: {
    en: 'Your application and what we decided on. Federal law (Regulation B) requires us to keep them.',
    es: 'Su solicitud y lo que usamos para decidir. La ley federal (Regulación B) nos obliga a guardarlos.',
  },
  openFile: {
    en: 'This loan or application is open. Its period begins when it has ended.',
    es: 'Este préstamo o solicitud está abierto. Su plazo empieza cuando termine.',
  },
  hold: {
    en: 'We must keep this for a legal matter until it has ended.',
    es: 'Debemos guardar esto por un asunto legal hasta que termine.',
  },
} as const satisfies Readonly<Record<string, Localized>>

export type KeptFor = keyof typeof KEPT_WORDS
