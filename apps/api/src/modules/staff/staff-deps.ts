import type { Deps } from '../../deps.ts'
import type { PasswordHasher } from '../../security/password-hasher.ts'

export interface StaffDeps
  extends Pick<
    Deps,
    | 'config'
    | 'clock'
    | 'random'
    | 'database'
    | 'cipher'
    | 'keys'
    | 'units'
    | 'limits'
    | 'log'
    | 'observability'
    | 'notices'
    | 'openId'
  > {
  readonly passwords: PasswordHasher
  /** In lower case. */
  readonly commonPasswords: ReadonlySet<string>
  /** Undefined: no administrator can be enrolled from the terminal. */
  readonly operationsSecret: Uint8Array | undefined
}
