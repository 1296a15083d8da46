import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import type { Military } from '@dolphin/domain/loan/military'

/** Whom the covered-borrower database is asked about. Never logged. */
export type MilitaryCheckRequest = {
  readonly firstName: string
  readonly lastName: string
  readonly birthDate: LocalDate
  /** Nine digits. */
  readonly ssn: string
}

/** The answer, with the certificate that is kept as document 13 for the safe harbour. */
export type MilitaryCheck = {
  /** `unknown` where the database could not tell: a person looks at it, nobody is taken as not covered. */
  readonly status: Military
  readonly certificateNo: string
  readonly checkedOn: LocalDate
  /** Plain text, without the Social Security number. */
  readonly certificate: string
}

/** The covered-borrower check before consummation. Source: 32 CFR 232.5(b). */
export interface MilitaryStatusProvider {
  check(request: MilitaryCheckRequest, on: LocalDate): Promise<MilitaryCheck>
}
