import type { Deps } from '../../deps.ts'
import type { LoanTurns } from '../../servicing/loan-turns.ts'

/** What a borrower's side of a live loan is made of. */
export type RepaymentParts = Pick<
  Deps,
  | 'database'
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
}
