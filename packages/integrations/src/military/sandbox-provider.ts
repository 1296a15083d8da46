import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { Military } from '@dolphin/domain/loans/codes'
import type { RandomSource } from '@dolphin/domain/time/random-source'
import type { MilitaryCheck, MilitaryCheckRequest, MilitaryStatusProvider } from './provider.ts'

/** Applicants of this last name, or with an SSN ending so, are covered borrowers in the sandbox. */
const COVERED_LAST_NAME = 'covered'
export const COVERED_SSN_ENDING = '1111'
/** SSNs ending so are people of whom the sandbox cannot tell. */
export const UNKNOWN_SSN_ENDING = '2222'

const CERTIFICATE_BYTES = 8

const STATUS_TEXT: Readonly<Record<Military, string>> = {
  [Military.military]: 'is a covered borrower',
  [Military.notMilitary]: 'is not a covered borrower',
  [Military.unknown]: 'could not be found with certainty',
}

/** Stands in for the Department of Defense database; its certificates say that they are samples. */
export class SandboxMilitaryStatusProvider implements MilitaryStatusProvider {
  readonly #random: RandomSource

  constructor(random: RandomSource) {
    this.#random = random
  }

  check(request: MilitaryCheckRequest, on: LocalDate): Promise<MilitaryCheck> {
    const status = sandboxMilitaryStatus(request)
    const certificateNo = `SAMPLE-${Buffer.from(this.#random.bytes(CERTIFICATE_BYTES)).toString('hex').toUpperCase()}`
    const certificate = [
      'SAMPLE CERTIFICATE - sandbox, no legal effect',
      `Certificate ${certificateNo}, as of ${formatLocalDate(on)}`,
      `${request.firstName} ${request.lastName} ${STATUS_TEXT[status]} (32 CFR 232.5(b)).`,
    ].join('\n')
    const document = { mediaType: 'text/plain' as const, bytes: Buffer.from(certificate) }
    return Promise.resolve({ status, certificateNo, checkedOn: on, certificate: document })
  }
}

function sandboxMilitaryStatus({ lastName, ssn }: MilitaryCheckRequest): Military {
  if (lastName.trim().toLowerCase() === COVERED_LAST_NAME || ssn.endsWith(COVERED_SSN_ENDING))
    return Military.military
  return ssn.endsWith(UNKNOWN_SSN_ENDING) ? Military.unknown : Military.notMilitary
}
