import type { Deps } from '../../deps.ts'
import type { ValueCache } from '../../value-cache.ts'
import type { LoanTurns } from './loan-queue.ts'
import type { PaymentDetail } from './payment-detail.ts'
import type { RepaymentRow } from './repayment-list.ts'

/** What a borrower's side of a live loan is made of. */
export type RepaymentDeps = Pick<
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
> & {
  /** Saves of a loan's changes go one after the other here. */
  readonly inTurn: LoanTurns
  /** What was answered about loans of which nothing has changed since. */
  readonly detailCache: ValueCache<PaymentDetail>
  /** The same of their rows in the list. */
  readonly rowCache: ValueCache<RepaymentRow>
}
