import { assert } from '../assert.ts'
import { type Cents, cents } from '../money/cents.ts'
import { compareRational, type Rational } from '../money/rational.ts'
import type { Schedule } from '../schedule/installment.ts'
import { amountFinanced, type CreditTerms } from './amount-financed.ts'
import { aprOfSchedule } from './disclose.ts'

/** 36 % a year. Source: 32 CFR 232.4(b). */
const MILITARY_LIMIT: Rational = { numerator: 36n, denominator: 100n }

/**
 * The military annual percentage rate of a closed-end loan as a ratio: the APR when charges that Regulation Z
 * leaves out of the finance charge (application and participation fees, credit insurance, ancillary products)
 * count too. They are taken as paid at the start. Source: 32 CFR 232.4(c).
 */
export function militaryApr(terms: CreditTerms, schedule: Schedule, otherCharges: Cents): Rational {
  assert(otherCharges >= 0n, 'a charge is not negative')
  const received = cents(amountFinanced(terms) - otherCharges)
  assert(received > 0n, 'charges may not swallow the whole loan')
  return aprOfSchedule(received, terms.effectiveDate, schedule)
}

/** Whether a covered borrower may be offered this rate: exactly 36 % still may. Compared unrounded. */
export const isWithinMilitaryLimit = (mapr: Rational): boolean => compareRational(mapr, MILITARY_LIMIT) <= 0
