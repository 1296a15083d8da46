import type { DocumentModel, SignatureMark } from './document-model.ts'
import {
  type DocumentPayment,
  type LoanDocument,
  loanDocument,
  paragraph,
  paymentTable,
} from './loan-document.ts'
import { longInstant } from './long-date.ts'
import { AUTHORIZED } from './plain-summary.ts'

/** An authorization given anew: whose account, for which payments. */
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
  return loanDocument(
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
