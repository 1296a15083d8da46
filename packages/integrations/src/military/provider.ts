import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Military } from '@dolphin/domain/loans/codes'

/** Whom the covered-borrower database is asked about. Never logged. */
export type MilitaryCheckRequest = {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: LocalDate
  /** Nine digits. */
  readonly ssn: string
}

/** The paper that proves the answer, as it is kept. */
export type MilitaryCertificate = {
  readonly mediaType: 'text/plain' | 'application/pdf'
  readonly bytes: Uint8Array
}

/** The answer, with the certificate that is kept as document 13 for the safe harbor. */
export type MilitaryCheck = {
  /**
   * `unknown` where the database could not determine it: manual review decides; unknown never counts as not covered.
   */
  readonly status: Military
  readonly certificateNo: string
  readonly checkedOn: LocalDate
  /** Text is without the Social Security number. */
  readonly certificate: MilitaryCertificate
}

/** The covered-borrower check before consummation. Source: 32 CFR 232.5(b). */
export interface MilitaryStatusProvider {
  /** Throws a ProviderFailure where the database does not answer, or not as agreed. */
  check(request: MilitaryCheckRequest, on: LocalDate): Promise<MilitaryCheck>
}
