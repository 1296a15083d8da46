import type { Deps } from '../../deps.ts'
import type { KeptValues } from '../../kept-values.ts'
import type { LoanTurns } from './loan-turns.ts'
import type { PaymentDetail } from './payment-detail.ts'
import type { RepaymentRow } from './repayment-list.ts'

/** What a borrower's side of a live loan is made of. */
export type RepaymentParts = Pick<
  Deps,
  | 'database'
  | 'clock'
  | 'cipher'
  | 'portfolios'
  | 'calendar'
  | 'config'
  | 'documents'
  | 'objects'
  | 'seals'
  | 'notices'
  | 'tickets'
  | 'units'
  | 'mark'
> & {
  /** Saves of a loan's changes go one after the other here. */
  readonly inTurn: LoanTurns
  /** What was answered about loans of which nothing has changed since. */
  readonly keptDetails: KeptValues<PaymentDetail>
  /** The same of their rows in the list. */
  readonly keptRows: KeptValues<RepaymentRow>
}
