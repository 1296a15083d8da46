import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import { inEachLanguage, type Words, wordsIn } from '../portfolios/localized.ts'
import type { Block, DocumentModel, SignatureMark } from './document-model.ts'
import {
  type DocumentPayment,
  type LoanDocument,
  loanDocument,
  paragraph,
  paymentTable,
} from './loan-document.ts'
import { longDate, longInstant } from './long-date.ts'
import { type DocumentNextPayment, nextPaymentFacts } from './next-payment-facts.ts'

/** A change of a loan on paper. */
export interface ChangeDocumentInput extends LoanDocument {
  readonly changeName: Words
  readonly changeNo: string
  readonly holdsFrom: LocalDate
  readonly totalBefore: Cents
  readonly totalAfter: Cents
  readonly before: readonly DocumentPayment[]
  readonly after: readonly DocumentPayment[]
  /** Undefined where nothing is to come. */
  readonly next: DocumentNextPayment | undefined
  readonly remarks: readonly Words[]
  /** What the borrower signed with; a receipt has none. */
  readonly signed: { readonly mark: SignatureMark; readonly at: Date } | null
}

/**
 * The receipt of a change, or the one-page amendment that it was signed by: what changes, and all payments before and
 * after. Source: domain.md §10; document types 11 and 14.
 */
export function changeDocument(input: ChangeDocumentInput): DocumentModel {
  const { changeName, changeNo, holdsFrom, totalBefore, totalAfter, before, after, remarks, signed } = input
  const title = signed === null ? 'Receipt of a change' : 'Amendment to your loan agreement'
  return loanDocument(input, title, changeSummary(input), [
    {
      kind: 'facts',
      facts: [
        { label: 'Change', value: wordsIn(changeName, 'en') },
        { label: 'Reference', value: changeNo },
        { label: 'Holds from', value: longDate(holdsFrom) },
        ...nextPaymentFacts(input.next),
        { label: 'Still to be paid before', value: formatCurrency(totalBefore) },
        { label: 'Still to be paid now', value: formatCurrency(totalAfter) },
      ],
    },
    ...(remarks.length === 0
      ? []
      : [{ kind: 'list', ordered: false, items: remarks.map((remark) => wordsIn(remark, 'en')) } as const]),
    ...(after.length === 0
      ? [paragraph('No scheduled payment is left.')]
      : [paymentTable('Your payments from now on', after)]),
    ...(before.length === 0 ? [] : [paymentTable('Your payments before this change', before)]),
    paragraph('All else that you agreed to stays as it is.'),
    ...(signed === null ? [] : [signature(input, signed)]),
  ])
}

const changeSummary = ({ changeName, holdsFrom, totalBefore, totalAfter, remarks }: ChangeDocumentInput) => [
  {
    en: `Your loan changes: ${wordsIn(changeName, 'en')}. The change holds from ${longDate(holdsFrom)}.`,
    es: `Su préstamo cambia: ${wordsIn(changeName, 'es')}. El cambio rige desde el ${longDate(holdsFrom, 'es')}.`,
  },
  {
    en: `Before, you had ${formatCurrency(totalBefore)} still to pay. Now it is ${formatCurrency(totalAfter)}.`,
    es: `Antes le faltaba pagar ${formatCurrency(totalBefore)}. Ahora le faltan ${formatCurrency(totalAfter)}.`,
  },
  ...remarks.map((remark) => inEachLanguage((locale) => wordsIn(remark, locale))),
]

const signature = (
  { borrowerName, changeNo }: ChangeDocumentInput,
  { mark, at }: NonNullable<ChangeDocumentInput['signed']>,
): Block => ({
  kind: 'signature',
  role: 'Borrower',
  name: borrowerName,
  mark,
  facts: [
    { label: 'Signed', value: longInstant(at) },
    { label: 'How', value: mark.kind === 'typed' ? 'Name typed on screen' : 'Drawn on screen' },
    { label: 'Reference', value: changeNo },
  ],
})
