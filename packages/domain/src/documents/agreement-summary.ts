import { formatCurrency } from '../money/currency-format.ts'
import type { AgreementInput } from './agreement-input.ts'
import type { Block, DocumentLanguage } from './document-model.ts'
import { longDate } from './long-date.ts'

type SummaryWords = {
  readonly heading: string
  readonly binding: string
  readonly items: (input: AgreementInput) => readonly string[]
}

/** The agreement in plain words, in each language; the English agreement below it binds. */
const SUMMARY: Readonly<Record<DocumentLanguage, SummaryWords>> = {
  en: {
    heading: 'Your loan in plain words',
    binding: 'This summary is here to help you. The full agreement follows, and it is the one that counts.',
    items: (input) => {
      const { received, total, cost, first, payments } = summaryFigures(input, 'en')
      return [
        `You receive ${received}. You pay back ${total} in total, so the loan costs you ${cost}.`,
        `You make ${payments} ${input.frequency} payments. The first one, ${first.amount}, is due on ${first.due}.`,
        'You can pay early at any time, in part or in full, without a penalty. You then pay less interest.',
        `You can change your mind and cancel at no cost until the end of ${longDate(input.cancelBy)}.`,
        'Automatic payments are your choice. Without them you still get the loan, and you pay in another way.',
        `If you may not be able to pay on time, call us first: ${input.lender.phone}.`,
      ]
    },
  },
  es: {
    heading: 'Su préstamo en palabras sencillas',
    binding:
      'Este resumen es solo una ayuda. El contrato completo está en inglés a continuación, y es el que vale.',
    items: (input) => {
      const { received, total, cost, first, payments } = summaryFigures(input, 'es')
      const frequency = input.frequency === 'weekly' ? 'semanales' : 'cada dos semanas'
      return [
        `Usted recibe ${received}. En total paga ${total}; el préstamo le cuesta ${cost}.`,
        `Hace ${payments} pagos ${frequency}. El primero, de ${first.amount}, vence el ${first.due}.`,
        'Puede pagar antes, una parte o todo, sin multa. Así paga menos intereses.',
        `Puede arrepentirse y cancelar sin costo hasta el final del ${longDate(input.cancelBy, 'es')}.`,
        'Los pagos automáticos son opcionales. Sin ellos también recibe el préstamo y paga de otra manera.',
        `Si cree que no podrá pagar a tiempo, llámenos antes: ${input.lender.phone}.`,
      ]
    },
  },
}

/** Heading, the points and the word on what binds, once per language asked for. */
export function summaryBlocks(input: AgreementInput): readonly Block[] {
  return input.summaryLanguages.flatMap((language): readonly Block[] => {
    const { heading, binding, items } = SUMMARY[language]
    return [
      { kind: 'heading', level: 2, text: heading, language },
      { kind: 'list', ordered: false, items: items(input), language },
      { kind: 'paragraph', emphasis: 'small', text: binding, language },
    ]
  })
}

function summaryFigures(
  { disclosure, itemization, installments }: AgreementInput,
  language: DocumentLanguage,
) {
  const [first] = installments
  return {
    received: formatCurrency(itemization.paidToBorrower),
    total: formatCurrency(disclosure.totalOfPayments),
    cost: formatCurrency(disclosure.financeCharge),
    payments: installments.length,
    first: {
      amount: first === undefined ? '' : formatCurrency(first.amount),
      due: first === undefined ? '' : longDate(first.dueDate, language),
    },
  }
}
