import { assert } from '../../assert.ts'
import type { InstallmentDate } from '../installment.ts'
import { datesFrom, firstDates, type InstallmentDateTerms } from '../installment-dates.ts'

/** The dates of a loan whose first payment falls on the soonest payday. */
export function installmentDates(terms: InstallmentDateTerms): InstallmentDate[] {
  const [soonest] = firstDates(terms)
  assert(soonest !== undefined, 'there is always another payday')
  return datesFrom(soonest.payday, terms)
}
