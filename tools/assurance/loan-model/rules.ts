/** Where a payment goes first. */
export type DebtPart = 'fees' | 'interest' | 'principal'

/**
 * The numbers and orders that the model is written with, in one place so that a mutation of the model can change one
 * and show that a law depends on it.
 */
export interface ModelRules {
  /** Actual days over so many. Source: domain.md §7. */
  readonly daysOfYear: bigint
  /** Interest runs to the day of an event, that day included. Source: domain.md §7. */
  readonly endIncluded: boolean
  /** Interest is rounded half-up to cents at each event. Source: domain.md §7. */
  readonly rounding: 'halfUp' | 'down'
  /** Source: domain.md §14, "Order of payment". */
  readonly paymentOrder: readonly DebtPart[]
  /** Whether unpaid interest bears interest. Source: domain.md §7. */
  readonly compounds: boolean
  /** Banking days after settlement on which a debit becomes checked. Source: domain.md §9. */
  readonly checkedAfter: number
  /** Banking days, after every payment is checked, within which an overpayment is sent back. Source: domain.md §14. */
  readonly refundWithin: number
  /** Returned-payment fees for one item. Source: domain.md §6. */
  readonly feesAnItem: number
  /** A returned payment counts as if it had never been. Source: domain.md §9. */
  readonly forgetsReturned: boolean
  /** Debits in a row that failed for want of money, after which none is sent. Source: domain.md §9; 12 CFR 1041.8. */
  readonly failuresThatStop: number
  /** Days past its due day on which an unpaid payment is past due. Source: domain.md §2. */
  readonly pastDueAfter: number
  /** What a return for want of money ends. Source: facts/ach.md §2, re-presentation. */
  readonly fundsEnd: 'nothing' | 'item'
  /** Banking days before its day on which a debit is on a batch. Source: facts/ach.md §4. */
  readonly sentAhead: number
}

export const RULES: ModelRules = {
  daysOfYear: 365n,
  endIncluded: true,
  rounding: 'halfUp',
  paymentOrder: ['fees', 'interest', 'principal'],
  compounds: false,
  checkedAfter: 2,
  refundWithin: 2,
  feesAnItem: 1,
  forgetsReturned: true,
  failuresThatStop: 2,
  pastDueAfter: 1,
  fundsEnd: 'nothing',
  sentAhead: 1,
}
