import { Military } from '../loans/codes.ts'
import type { Policy } from './policy.ts'

/** The two sources of a covered-borrower status. */
interface CoveredSources {
  /** By the covered-borrower database. */
  readonly database: Military
  /** By the applicant, in the application or by the consent that identifies. */
  readonly stated: Military
}

/**
 * The status an application is decided on. An applicant who identifies as covered is covered, whatever the database
 * says, unless the policy leaves it to the database. The words of an applicant never take coverage away.
 * Source: domain.md §6; 32 CFR 232.5(b).
 */
export function coveredStatus(
  { coveredBorrowerBy = 'applicantOrDatabase' }: Pick<Policy, 'coveredBorrowerBy'>,
  { database, stated }: CoveredSources,
): Military {
  const identifies = coveredBorrowerBy === 'applicantOrDatabase' && stated === Military.military
  return identifies ? Military.military : database
}
