import { formatLocalDate } from '../calendar/local-date.ts'
import { type Cents, moneyToWire } from '../money/cents.ts'
import type { Schedule } from '../schedule/installment.ts'
import type { Disclosure } from './disclose.ts'

/** All that a signature stands for. If any of it changes, the signing session is void. Source: domain §7, terms digest. */
export interface SignedTerms {
  readonly amount: Cents
  readonly schedule: Schedule
  readonly disclosure: Disclosure
  readonly couponCode: string | undefined
  /** A keyed fingerprint of the bank account, never its number. */
  readonly accountFingerprint: string
  readonly documentVersion: string
}

/** Changes when the writing of the text below changes, so that old digests cannot be mistaken for new ones. */
const FORMAT = 'dolphin-terms-1'

/**
 * The terms as one text in which equal terms are equal and different terms differ: JSON of strings in a fixed
 * order. The digest is the SHA-256 of its UTF-8 bytes, taken outside the domain.
 */
export function canonicalTerms(terms: SignedTerms): string {
  const { disclosure } = terms
  return JSON.stringify([
    FORMAT,
    moneyToWire(terms.amount),
    terms.schedule.installments.map(({ number, dueDate, payment, interest, principal, balanceAfter }) => [
      String(number),
      formatLocalDate(dueDate),
      ...[payment, interest, principal, balanceAfter].map(moneyToWire),
    ]),
    [
      disclosure.apr,
      ...[disclosure.amountFinanced, disclosure.financeCharge, disclosure.totalOfPayments].map(moneyToWire),
    ],
    terms.couponCode === undefined ? [] : [terms.couponCode],
    terms.accountFingerprint,
    terms.documentVersion,
  ])
}
