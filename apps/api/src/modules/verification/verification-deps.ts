import type { IbvProvider } from '@dolphin/integrations/ibv/provider'
import type { Deps } from '../../deps.ts'
import type { SigningRequests } from '../agreements/signing-requests.ts'
import type { BankVendors } from './vendors.ts'

export interface VerificationDeps
  extends Pick<
    Deps,
    | 'database'
    | 'cipher'
    | 'keys'
    | 'clock'
    | 'random'
    | 'calendar'
    | 'portfolios'
    | 'tickets'
    | 'units'
    | 'jobs'
    | 'objects'
    | 'statements'
    | 'notices'
    | 'limits'
    | 'config'
    | 'log'
  > {
  /** The adapters that this server may use, by id. */
  readonly providers: ReadonlyMap<string, IbvProvider>
  /** Those of them that are outside of our house. */
  readonly vendors: BankVendors
  /** The signing side of the calls that are shared; undefined on a server that signs nothing. */
  readonly signing: SigningRequests | undefined
}
