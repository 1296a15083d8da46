import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import { inEachLanguage, type Localized, type Words, wordsIn } from '../portfolios/localized.ts'
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

/** What the document of a loan's change states. */
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
  /** The last moment to sign it, of an amendment that was sent; null of any other. */
  readonly signBy: Localized | null
  /** What the borrower signed with; a receipt has none, nor has an amendment that waits. */
  readonly signed: ChangeSignature | null
}

export interface ChangeSignature {
  readonly mark: SignatureMark
  readonly at: Date
  /** Of the document that was read, where it was sent for signature. */
  readonly shownSha256?: string
}

/**
 * The receipt of a change, or the one-page amendment that it was signed by: what changes, and all payments before and
 * after. Source: domain.md §10; document types 11 and 14.
 */
export function changeDocument(input: ChangeDocumentInput): DocumentModel {
  const { changeName, changeNo, holdsFrom, totalBefore, totalAfter, before, after, remarks, signBy, signed } =
    input
  const isReceipt = signed === null && signBy === null
  const title = isReceipt ? 'Receipt of a change' : 'Amendment to your loan agreement'
  return loanDocument(input, title, changeSummary(input), [
    {
      kind: 'facts',
      facts: [
        { label: 'Change', value: wordsIn(changeName, 'en') },
        { label: 'Reference', value: changeNo },
        { label: 'Takes effect', value: longDate(holdsFrom) },
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
    ...(signBy === null ? [] : [paragraph(EFFECT_OF_SIGNATURE(signBy.en))]),
    ...(isReceipt ? [] : [signature(input)]),
  ])
}

const EFFECT_OF_SIGNATURE = (by: string): string =>
  `This change takes effect only when you sign it. You can sign it until ${by}. If you do not sign, nothing changes.`

const changeSummary = ({
  changeName,
  holdsFrom,
  totalBefore,
  totalAfter,
  remarks,
  signBy,
}: ChangeDocumentInput): Localized[] => [
  {
    en: `Your loan changes: ${wordsIn(changeName, 'en')}. It takes effect ${longDate(holdsFrom)}.`,
    es: `Su préstamo cambia: ${wordsIn(changeName, 'es')}. El cambio rige desde el ${longDate(holdsFrom, 'es')}.`,
  },
  {
    en: `Before, you had ${formatCurrency(totalBefore)} still to pay. Now it is ${formatCurrency(totalAfter)}.`,
    es: `Antes le faltaba pagar ${formatCurrency(totalBefore)}. Ahora le faltan ${formatCurrency(totalAfter)}.`,
  },
  ...remarks.map((remark) => inEachLanguage((locale) => wordsIn(remark, locale))),
  ...(signBy === null
    ? []
    : [
        {
          en: EFFECT_OF_SIGNATURE(signBy.en),
          es: `Este cambio rige solo desde su firma. Puede firmarlo hasta el ${signBy.es}. Si no firma, nada cambia.`,
        },
      ]),
]

function signature({ borrowerName, changeNo, signed }: ChangeDocumentInput): Block {
  const head = { kind: 'signature', role: 'Borrower', name: borrowerName } as const
  const reference = { label: 'Reference', value: changeNo }
  if (signed === null) return { ...head, facts: [reference] }
  const { mark, at, shownSha256 } = signed
  return {
    ...head,
    mark,
    facts: [
      { label: 'Signed', value: longInstant(at) },
      { label: 'How', value: mark.kind === 'typed' ? 'Name typed on screen' : 'Drawn on screen' },
      reference,
      ...(shownSha256 === undefined ? [] : [{ label: 'SHA-256 of the document read', value: shownSha256 }]),
    ],
  }
}
