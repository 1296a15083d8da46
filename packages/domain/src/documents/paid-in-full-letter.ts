import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import type { DocumentModel } from './document-model.ts'
import { type LoanDocument, loanDocument, paragraph } from './loan-document.ts'
import { longDate } from './long-date.ts'

/** What ended a loan. */
export interface PaidInFullInput extends LoanDocument {
  readonly paidOffOn: LocalDate
  readonly principal: Cents
  readonly totalPaid: Cents
}

/** The letter that a loan is paid in full, document type 10. */
export function paidInFullLetter(input: PaidInFullInput): DocumentModel {
  const summary = {
    en: 'Your loan is paid. You owe nothing, and we take nothing more from your account for it.',
    es: 'Su préstamo está pagado. No debe nada y ya no cobramos nada de su cuenta por él.',
  }
  return loanDocument(
    input,
    'Paid in full',
    [summary],
    [
      {
        kind: 'callout',
        title: 'You owe nothing',
        paragraphs: [
          `Your loan ${input.loanNo} of ${formatCurrency(input.principal)} was paid in full on ${longDate(input.paidOffOn)}. You paid ${formatCurrency(input.totalPaid)} in total.`,
        ],
      },
      paragraph(
        'Your authorization of automatic payments for this loan has ended. We take nothing more from your account for it.',
      ),
    ],
  )
}
