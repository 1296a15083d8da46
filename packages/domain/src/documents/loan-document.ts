import { formatUsDate, type LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import type { Localized } from '../portfolios/localized.ts'
import type { Block, DocumentModel, TableBlock } from './document-model.ts'
import { longDate } from './long-date.ts'
import { type DocumentLender, lenderLine } from './party.ts'
import { plainSummary } from './plain-summary.ts'

/** What every document of a live loan says of itself. */
export interface LoanDocument {
  readonly lender: DocumentLender
  readonly borrowerName: string
  readonly loanNo: string
  readonly documentDate: LocalDate
}

/** A payment as a document lists it. */
export interface DocumentPayment {
  readonly dueDate: LocalDate
  readonly amount: Cents
  readonly principal: Cents
  readonly interest: Cents
  readonly fee: Cents
  readonly balanceAfter: Cents
}

/** A heading of the second level. */
export const heading = (text: string): Block => ({ kind: 'heading', level: 2, text })
/** A paragraph. */
export const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

/** A document of a live loan: its summary, what it is about, its blocks, and whom to ask. */
export function loanDocument(
  { lender, borrowerName, loanNo, documentDate }: LoanDocument,
  title: string,
  summary: readonly Localized[],
  blocks: readonly Block[],
): DocumentModel {
  return {
    title,
    language: 'en',
    brand: { name: lender.brandName, primaryColor: lender.primaryColor },
    footer: `${title}, loan ${loanNo}`,
    blocks: [
      ...plainSummary(summary),
      {
        kind: 'facts',
        facts: [
          { label: 'Borrower', value: borrowerName },
          { label: 'Loan', value: loanNo },
          { label: 'Lender', value: lenderLine(lender) },
          { label: 'Date', value: longDate(documentDate) },
        ],
      },
      ...blocks,
      {
        kind: 'paragraph',
        text: `Questions: telephone ${lender.phone}, ${lender.hours}.`,
        emphasis: 'small',
      },
    ],
  }
}

const COLUMNS = ['Date', 'Payment', 'Principal', 'Interest', 'Fees', 'Principal left'] as const

/** Payments as a table. */
export function paymentTable(caption: string, payments: readonly DocumentPayment[]): TableBlock {
  return {
    kind: 'table',
    caption,
    columns: COLUMNS.map((label, index) => ({ label, align: index === 0 ? 'start' : 'end', share: 1 })),
    rows: payments.map(({ dueDate, amount, principal, interest, fee, balanceAfter }) => [
      formatUsDate(dueDate),
      ...[amount, principal, interest, fee, balanceAfter].map(formatCurrency),
    ]),
  }
}
