import { assert } from '../assert.ts'
import { type BankCalendar, bankCalendar } from '../calendar/bank-calendar.ts'
import { addDays, daysBetween, type LocalDate } from '../calendar/local-date.ts'
import { adjustPayday, type PaydayRules, type PaySchedule, paydaysAfter } from '../calendar/pay-calendar.ts'
import { PAYROLL_PERIODS, type PaymentFrequency } from '../calendar/payroll-frequency.ts'
import type { InstallmentDate } from './installment.ts'

/** What installment dates follow from. */
export interface InstallmentDateTerms {
  readonly paySchedule: PaySchedule
  readonly rules: PaydayRules
  readonly frequency: PaymentFrequency
  readonly count: number
  readonly effectiveDate: LocalDate
  /** Days after the effective date between which the first installment falls due. */
  readonly firstDueAfterDays: { readonly minimum: number; readonly maximum: number }
  readonly calendar: BankCalendar
}

/** Knows weekends but no holidays: the regular date of a series that holidays move now and then. */
const WEEKDAYS = bankCalendar([])

/**
 * The payday from which the installments step: the first that, and whose shifted date, is at least the minimum
 * days after effective. Where a monthly payday lies beyond the maximum, whole periods are taken off again, so
 * that the series still meets that payday (our decision: the specification is silent).
 */
function firstNominal(terms: InstallmentDateTerms, stepDays: number): LocalDate {
  const { paySchedule, rules, effectiveDate, calendar } = terms
  const { minimum, maximum } = terms.firstDueAfterDays
  const dueAfterDays = (nominal: LocalDate): number =>
    daysBetween(effectiveDate, adjustPayday(nominal, rules, calendar))
  let nominal = effectiveDate
  do {
    const from: LocalDate = nominal
    const [next] = paydaysAfter(paySchedule, from, 1, calendar)
    assert(next !== undefined, 'there is always another payday')
    nominal = next
  } while (daysBetween(effectiveDate, nominal) < minimum || dueAfterDays(nominal) < minimum)
  while (dueAfterDays(nominal) > maximum && dueAfterDays(addDays(nominal, -stepDays)) >= minimum) {
    nominal = addDays(nominal, -stepDays)
  }
  return nominal
}

/**
 * The dates of a loan's installments: from the first payday far enough after effective in steps of 7 or 14
 * days, each shifted by the payday rules; a shift moves no later date.
 */
export function installmentDates(terms: InstallmentDateTerms): InstallmentDate[] {
  assert(terms.count >= 1, 'a loan has at least one installment')
  const stepDays = PAYROLL_PERIODS[terms.frequency].periodDays
  const first = firstNominal(terms, stepDays)
  return Array.from({ length: terms.count }, (_, index) => {
    const payday = addDays(first, index * stepDays)
    return {
      nominalDate: adjustPayday(payday, terms.rules, WEEKDAYS),
      dueDate: adjustPayday(payday, terms.rules, terms.calendar),
    }
  })
}
