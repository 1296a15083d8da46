import { findSection } from '@dolphin/database/applications/application-repository'
import type { Executor } from '@dolphin/database/driver/executor'
import { listOwnLoans } from '@dolphin/database/loans/loan-repository'
import type { Owner } from '@dolphin/database/driver/owner'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { CustomerCategory, LoanStatus } from '@dolphin/domain/loans/codes'
import type { Deps } from '../../deps.ts'
import type { IdentityLookups } from './identity-deps.ts'
import { readHomeFlag } from '../loans/home-state.ts'

/** What identity has to know of loans and applications. */
export function createLoanLookups({ cipher, clock }: Pick<Deps, 'cipher' | 'clock'>): IdentityLookups {
  return {
    homeFlag: (executor: Executor, owner: Owner) => readHomeFlag(executor, owner, clock.now()),
    async customerCategory(executor: Executor, owner: Owner) {
      const loans = await listOwnLoans(executor, owner)
      const repaid = loans.some(({ status }) => status === LoanStatus.terminated)
      return repaid ? CustomerCategory.returning : CustomerCategory.new
    },
    async applicantIdentity(executor, application) {
      const section = await findSection(executor, cipher, application, SectionKey.personal)
      const { ssn, birthDate } = section?.answers ?? {}
      return typeof ssn === 'string' && typeof birthDate === 'string' ? { ssn, birthDate } : undefined
    },
  }
}
