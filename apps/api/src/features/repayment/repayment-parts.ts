import type { Deps } from '../../deps.ts'

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
>
