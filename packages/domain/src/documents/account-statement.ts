import { formatUsDate, type LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import type { DocumentModel } from './document-model.ts'
import { type LoanDocument, loanDocument, paragraph } from './loan-document.ts'
import { longDate } from './long-date.ts'
import { type DocumentNextPayment, nextPaymentFacts, pastDueFacts } from './next-payment-facts.ts'

/** Everything that moved on a loan in a period. */
export interface AccountStatementInput extends LoanDocument {
  readonly from: LocalDate
  readonly to: LocalDate
  readonly openingPrincipal: Cents
  readonly closingPrincipal: Cents
  readonly lines: readonly {
    readonly date: LocalDate
    readonly what: string
    readonly amount: Cents
    readonly principalAfter: Cents
  }[]
  /** In all since the loan began, less what was too much. */
  readonly totalPaid: Cents
  /** Null where nothing may be asked. */
  readonly payoff: Cents | null
  /** Undefined where nothing is to come. */
  readonly next: DocumentNextPayment | undefined
  readonly pastDue: Cents
}

/** The account statement, document type 12. */
export function accountStatement(input: AccountStatementInput): DocumentModel {
  const { from, to, openingPrincipal, closingPrincipal, lines, totalPaid, payoff } = input
  const lists = {
    en: `This lists what moved on your loan from ${longDate(from)} to ${longDate(to)}.`,
    es: `Aquí está lo que se movió en su préstamo del ${longDate(from, 'es')} al ${longDate(to, 'es')}.`,
  }
  const summary =
    payoff === null
      ? lists
      : {
          en: `${lists.en} To pay it off on that last day takes ${formatCurrency(payoff)}.`,
          es: `${lists.es} Para liquidarlo ese último día hacen falta ${formatCurrency(payoff)}.`,
        }
  return loanDocument(
    input,
    'Account statement',
    [summary],
    [
      {
        kind: 'facts',
        facts: [
          { label: 'Period', value: `${longDate(from)} to ${longDate(to)}` },
          { label: 'Principal at the start', value: formatCurrency(openingPrincipal) },
          { label: 'Principal at the end', value: formatCurrency(closingPrincipal) },
          { label: 'Total paid on the loan', value: formatCurrency(totalPaid) },
          ...(payoff === null
            ? []
            : [{ label: `Payoff on ${formatUsDate(to)}`, value: formatCurrency(payoff) }]),
          ...nextPaymentFacts(input.next),
          ...pastDueFacts(input.pastDue),
        ],
      },
      lines.length === 0
        ? paragraph('Nothing moved in this period.')
        : {
            kind: 'table',
            caption: 'What moved',
            columns: [
              { label: 'Date', align: 'start', share: 1 },
              { label: 'What', align: 'start', share: 2 },
              { label: 'Amount', align: 'end', share: 1 },
              { label: 'Principal after', align: 'end', share: 1 },
            ],
            rows: lines.map(({ date, what, amount, principalAfter }) => [
              formatUsDate(date),
              what,
              formatCurrency(amount),
              formatCurrency(principalAfter),
            ]),
          },
    ],
  )
}
