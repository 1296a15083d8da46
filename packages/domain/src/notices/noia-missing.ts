import { SectionKey } from '../applications/codes.ts'
import type { Localized } from '../portfolios/localized.ts'

/** What an incomplete application lacks, as the notice of incompleteness names it. 12 CFR 1002.9(c)(2). */
export const MISSING_TEXTS = {
  [SectionKey.personal]: { en: 'Your personal details', es: 'Sus datos personales' },
  [SectionKey.employment]: { en: 'Your income and paydays', es: 'Sus ingresos y días de pago' },
  [SectionKey.bank]: { en: 'Your bank account', es: 'Su cuenta bancaria' },
  [SectionKey.question]: { en: 'Your answers to our questions', es: 'Sus respuestas a nuestras preguntas' },
  [SectionKey.ibv]: {
    en: 'A bank account that shows your income, linked or by statement',
    es: 'Una cuenta bancaria que muestre sus ingresos, conectada o con un estado de cuenta',
  },
  [SectionKey.summary]: {
    en: 'Your request for an amount: everything else is there',
    es: 'Su solicitud de un monto: todo lo demás está listo',
  },
} as const satisfies Partial<Record<SectionKey, Localized>>

export type MissingPart = keyof typeof MISSING_TEXTS
