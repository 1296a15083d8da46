/** What a payment can be used for. */
export type PaymentPart = 'interest' | 'fees' | 'principal'

/** What the agreement says about the use of a payment. */
export interface PaymentOrder {
  /** A payment goes to the first until nothing of it is due, then to the next. */
  readonly parts: readonly [PaymentPart, PaymentPart, PaymentPart]
  /** Whether the fees of a day are due before the payments of that day; interest up to the day always is. */
  readonly feesOfTheDay: 'before' | 'after'
}

/**
 * The order of payment by the version of the agreement's text. Both the agreement's sentence and the account follow
 * it. A version is never edited: signed loans keep it. Source: domain.md §14, "Order of payment".
 */
const ORDERS = {
  // This text says nothing about fees and payments of the same day.
  '2026.1': { parts: ['interest', 'fees', 'principal'], feesOfTheDay: 'after' },
  '2026.2': { parts: ['fees', 'interest', 'principal'], feesOfTheDay: 'before' },
} as const satisfies Readonly<Record<string, PaymentOrder>>

export type AgreementVersion = keyof typeof ORDERS

/** Version of the agreement's text for new plans; part of the terms digest, so that a new text is signed anew. */
export const AGREEMENT_VERSION: AgreementVersion = '2026.2'

/** Version of every agreement whose plan was stored without one. */
export const FIRST_AGREEMENT_VERSION: AgreementVersion = '2026.1'

export const isAgreementVersion = (version: unknown): version is AgreementVersion =>
  typeof version === 'string' && Object.hasOwn(ORDERS, version)

/** The order of payment that a version of the agreement promises. */
export const paymentOrderOf = (version: AgreementVersion): PaymentOrder => ORDERS[version]

const DUE: Readonly<Record<PaymentPart, string>> = {
  interest: 'interest due',
  fees: 'fees due',
  principal: 'principal',
}

/** The agreement's words for an order of payment. */
export function paymentOrderText({ parts: [first, second, third], feesOfTheDay }: PaymentOrder): string {
  const use = `A payment is used first for ${DUE[first]}, then for ${DUE[second]}, then for ${DUE[third]}.`
  return feesOfTheDay === 'before'
    ? `${use} On one day, interest is added first, then the fees of that day; the payments of that day come after them.`
    : use
}
