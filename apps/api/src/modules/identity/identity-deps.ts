import type { Executor } from '@dolphin/database/driver/executor'
import type { Owner } from '@dolphin/database/driver/owner'
import type { CustomerCategory, HomeFlag } from '@dolphin/domain/loans/codes'
import type { Deps } from '../../deps.ts'
import type { PasswordHasher } from '../../security/password-hasher.ts'
import type { SessionService } from './session-service.ts'

/** What identity asks of loans and applications; wired in compose.ts, since features never import each other. */
export interface IdentityLookups {
  /** Which home page a customer has. */
  homeFlag(executor: Executor, owner: Owner): Promise<HomeFlag>
  customerCategory(executor: Executor, owner: Owner): Promise<CustomerCategory>
  /** What an applicant said of themselves; undefined while the personal section is empty. */
  applicantIdentity(
    executor: Executor,
    application: { readonly portfolioId: number; readonly applicationNo: string },
  ): Promise<{ readonly ssn: string; readonly birthDate: string } | undefined>
}

export interface IdentityDeps
  extends Pick<
    Deps,
    | 'config'
    | 'clock'
    | 'random'
    | 'database'
    | 'cipher'
    | 'keys'
    | 'portfolios'
    | 'units'
    | 'jobs'
    | 'notices'
    | 'limits'
    | 'sms'
    | 'documents'
    | 'objects'
  > {
  readonly sessions: SessionService
  readonly passwords: PasswordHasher
  /** In lower case. */
  readonly commonPasswords: ReadonlySet<string>
  readonly lookups: IdentityLookups
}
