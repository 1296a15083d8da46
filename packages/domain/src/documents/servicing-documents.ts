import { AUTHORIZED, plainSummary } from './plain-summary.ts'
import { inEachLanguage, type Localized, type Words, wordsIn } from '../portfolios/localized.ts'
import { formatUsDate, type LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import { fourDecimals } from '../money/four-decimals.ts'
import type { Rational } from '../money/rational.ts'
import type { Block, DocumentModel, SignatureMark, TableBlock } from './document-model.ts'
import { longDate, longInstant } from './long-date.ts'
import { type DocumentNextPayment, nextPaymentFacts, pastDueFacts } from './next-payment-facts.ts'
import { type DocumentLender, lenderLine } from './party.ts'

/** What every paper of a live loan says of itself. */
export interface LoanDocument {
  readonly lender: DocumentLender
  readonly borrowerName: string
  readonly loanNo: string
  readonly documentDate: LocalDate
}

/** A payment as a paper lists it. */
export interface DocumentPayment {
  readonly dueDate: LocalDate
  readonly amount: Cents
  readonly principal: Cents
  readonly interest: Cents
  readonly fee: Cents
  readonly balanceAfter: Cents
}

const heading = (text: string): Block => ({ kind: 'heading', level: 2, text })
const paragraph = (text: string): Block => ({ kind: 'paragraph', text })

function document(
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

function paymentTable(caption: string, payments: readonly DocumentPayment[]): TableBlock {
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
  return document(input, title, changeSummary(input), [
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
    ...(signBy === null ? [] : [paragraph(HOLDS_FROM_SIGNATURE(signBy.en))]),
    ...(isReceipt ? [] : [signature(input)]),
  ])
}

const HOLDS_FROM_SIGNATURE = (by: string): string =>
  `This change holds only from your signature. You can sign it until ${by}. If you do not sign, nothing changes.`

const changeSummary = ({
  changeName,
  holdsFrom,
  totalBefore,
  totalAfter,
  remarks,
  signBy,
}: ChangeDocumentInput): Localized[] => [
  {
    en: `Your loan changes: ${wordsIn(changeName, 'en')}. The change holds from ${longDate(holdsFrom)}.`,
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
          en: HOLDS_FROM_SIGNATURE(signBy.en),
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
  return document(
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
  return document(
    input,
    'Paid in full',
    [summary],
    [
      {
        kind: 'callout',
        title: 'You owe nothing',
        paragraphs: [
          `Your loan ${input.loanNo} of ${formatCurrency(input.principal)} was paid in full on ${longDate(input.paidOffOn)}. You paid ${formatCurrency(input.totalPaid)} in all.`,
        ],
      },
      paragraph(
        'Your authorization of automatic payments for this loan has ended. We take nothing more from your account for it.',
      ),
    ],
  )
}

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
  readonly payoff: Cents
  /** Undefined where nothing is to come. */
  readonly next: DocumentNextPayment | undefined
  readonly pastDue: Cents
}

/** The account statement, document type 12. */
export function accountStatement(input: AccountStatementInput): DocumentModel {
  const { from, to, openingPrincipal, closingPrincipal, lines, totalPaid, payoff } = input
  const summary = {
    en: `This lists what moved on your loan from ${longDate(from)} to ${longDate(to)}. To pay it off on that last day takes ${formatCurrency(payoff)}.`,
    es: `Aquí está lo que se movió en su préstamo del ${longDate(from, 'es')} al ${longDate(to, 'es')}. Para liquidarlo ese último día hacen falta ${formatCurrency(payoff)}.`,
  }
  return document(
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
          { label: 'Paid on the loan in all', value: formatCurrency(totalPaid) },
          { label: `Payoff on ${formatUsDate(to)}`, value: formatCurrency(payoff) },
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

/** A permission given anew: whose account, for which payments. */
export interface RenewedAuthorizationInput extends LoanDocument {
  readonly bankName: string | null
  readonly accountTail: string
  readonly payments: readonly DocumentPayment[]
  readonly paragraphs: readonly string[]
  readonly reference: string
  readonly signed: { readonly mark: SignatureMark; readonly at: Date }
}

/** A new authorization of automatic payments, document type 2. Source: 12 CFR 1005.10(b), 12 CFR 1041.8(c). */
export function renewedAuthorization(input: RenewedAuthorizationInput): DocumentModel {
  const { bankName, accountTail, payments, paragraphs, reference, signed } = input
  return document(
    input,
    'New authorization of automatic payments',
    [AUTHORIZED],
    [
      {
        kind: 'facts',
        facts: [
          { label: 'Account', value: `${bankName ?? 'Your bank'}, ending in ${accountTail}` },
          { label: 'Reference', value: reference },
        ],
      },
      ...paragraphs.map(paragraph),
      ...(payments.length === 0 ? [] : [paymentTable('Payments that may be taken', payments)]),
      {
        kind: 'signature',
        role: 'Borrower',
        name: input.borrowerName,
        mark: signed.mark,
        facts: [
          { label: 'Signed', value: longInstant(signed.at) },
          { label: 'How', value: signed.mark.kind === 'typed' ? 'Name typed on screen' : 'Drawn on screen' },
          { label: 'Reference', value: reference },
        ],
      },
    ],
  )
}
