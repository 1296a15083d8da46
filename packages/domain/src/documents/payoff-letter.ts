import { formatUsDate, type LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import { fourDecimals } from '../money/four-decimals.ts'
import type { Rational } from '../money/rational.ts'
import type { DocumentModel } from './document-model.ts'
import { heading, type LoanDocument, loanDocument, paragraph } from './loan-document.ts'
import { longDate, longInstant } from './long-date.ts'

/** A quote to pay off by a day. */
export interface PayoffLetterInput extends LoanDocument {
  readonly goodThrough: LocalDate
  readonly goodUntil: Date
  readonly principal: Cents
  readonly interest: Cents
  readonly fees: Cents
  readonly total: Cents
  /** Exact, in cents. */
  readonly dailyInterest: Rational
  /** How payments reach the lender that are not debited. */
  readonly whereToPay: string
}

/** The payoff letter, document type 9. Source: domain.md §10, schedules.md §3. */
export function payoffLetter(input: PayoffLetterInput): DocumentModel {
  const { goodThrough, goodUntil, principal, interest, fees, total, dailyInterest, whereToPay } = input
  const summary = {
    en: `To pay off your loan, pay ${formatCurrency(total)} by the end of ${longDate(goodThrough)}. Paying early costs nothing extra.`,
    es: `Para liquidar su préstamo, pague ${formatCurrency(total)} antes de que termine el ${longDate(goodThrough, 'es')}. Pagar antes no cuesta más.`,
  }
  return loanDocument(
    input,
    'Payoff letter',
    [summary],
    [
      paragraph(
        `To pay off this loan we must have ${formatCurrency(total)} by the end of ${longDate(goodThrough)}.`,
      ),
      {
        kind: 'facts',
        facts: [
          { label: 'Principal', value: formatCurrency(principal) },
          { label: `Interest up to ${formatUsDate(goodThrough)}`, value: formatCurrency(interest) },
          { label: 'Fees', value: formatCurrency(fees) },
          { label: 'Payoff', value: formatCurrency(total) },
          { label: 'Interest of one more day, for information', value: `$${fourDecimals(dailyInterest)}` },
          { label: 'To be confirmed by', value: longInstant(goodUntil) },
        ],
      },
      heading('How to pay'),
      paragraph(whereToPay),
      paragraph('After that day ask for a new letter. There is no charge for paying early.'),
    ],
  )
}
