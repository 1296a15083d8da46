import type { Deps } from '../../deps.ts'

/** What signing is made of. */
export type AgreementDeps = Pick<
  Deps,
  | 'database'
  | 'clock'
  | 'random'
  | 'cipher'
  | 'keys'
  | 'calendar'
  | 'portfolios'
  | 'units'
  | 'jobs'
  | 'tickets'
  | 'notices'
  | 'limits'
  | 'objects'
  | 'documents'
  | 'seals'
  | 'military'
  | 'config'
  | 'log'
>
