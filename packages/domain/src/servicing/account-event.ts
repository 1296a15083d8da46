import type { LocalDate } from '../calendar/local-date.ts'
import type { Cents } from '../money/cents.ts'
import type { PaymentOrder } from '../payments/payment-order.ts'

/** What happens to the debt of a funded loan, besides time. */
export const AccountEventKind = {
  /** Money from the borrower that has settled and did not come back. */
  payment: 'payment',
  /** The loan is undone: its principal comes back and no interest is owed (rescission). */
  cancellation: 'cancellation',
  /** Money sent back to the borrower. */
  refund: 'refund',
  /** Of them, what was overpaid: as far as the payment comes back later, the borrower owes it again. */
  overpaymentRefund: 'overpaymentRefund',
  /** Interest given up by the lender. */
  interestWaiver: 'interestWaiver',
  /** A fee given up by the lender. */
  feeWaiver: 'feeWaiver',
  /** A fee that the agreement provides for, such as for a returned payment. */
  fee: 'fee',
  /** A small rest after the last payment, given up by the lender. */
  restWaiver: 'restWaiver',
  /** All that is left is given up. */
  writeOff: 'writeOff',
} as const
export type AccountEventKind = (typeof AccountEventKind)[keyof typeof AccountEventKind]

/** One thing that happened. `id` names the transaction or posting that it comes from. */
export interface AccountEvent {
  readonly id: string
  readonly kind: AccountEventKind
  /** The day it counts from: interest runs to it first. */
  readonly date: LocalDate
  /** Positive; of a write-off all that is left, whatever stands here. */
  readonly amount: Cents
  /** An interest waiver of late days: it is posted before the payment of its day. */
  readonly ofLateDays?: boolean
}

/** The events of one day in their order, by what the agreement says of that day's fees. */
const OF_ONE_DAY: Readonly<Record<PaymentOrder['feesOfTheDay'], readonly AccountEventKind[]>> = {
  before: [
    'cancellation',
    'fee',
    'feeWaiver',
    'payment',
    'interestWaiver',
    'refund',
    'overpaymentRefund',
    'restWaiver',
    'writeOff',
  ],
  after: [
    'cancellation',
    'payment',
    'interestWaiver',
    'fee',
    'feeWaiver',
    'refund',
    'overpaymentRefund',
    'restWaiver',
    'writeOff',
  ],
}

const rankOf = ({ kind, ofLateDays }: AccountEvent, kinds: readonly AccountEventKind[]): number =>
  ofLateDays === true ? -1 : kinds.indexOf(kind)

/**
 * The one order in which events count, whenever they became known: by day, then the waiver of late days, then as the
 * agreement orders that day's fees and payments, fees before what is given up of them, then by their names, so that the
 * same facts always come to the same debt (domain.md §9, late returns; §14, "Order of payment").
 */
export function inOrder(events: readonly AccountEvent[], { feesOfTheDay }: PaymentOrder): AccountEvent[] {
  const kinds = OF_ONE_DAY[feesOfTheDay]
  return events.toSorted(
    (left, right) =>
      left.date - right.date ||
      rankOf(left, kinds) - rankOf(right, kinds) ||
      (left.id < right.id ? -1 : Number(left.id > right.id)),
  )
}
