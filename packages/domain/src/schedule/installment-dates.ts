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

/** What dates step by once the first is known. */
export type SteppingTerms = Pick<InstallmentDateTerms, 'rules' | 'frequency' | 'count' | 'calendar'>

/** The dates that step on from a payday by 7 or 14 days, each shifted by the payday rules for itself. */
export function datesFrom(payday: LocalDate, terms: SteppingTerms): InstallmentDate[] {
  assert(terms.count >= 1, 'a loan has at least one installment')
  const stepDays = PAYROLL_PERIODS[terms.frequency].periodDays
  return Array.from({ length: terms.count }, (_, index) => {
    const nominal = addDays(payday, index * stepDays)
    return {
      nominalDate: adjustPayday(nominal, terms.rules, WEEKDAYS),
      dueDate: adjustPayday(nominal, terms.rules, terms.calendar),
    }
  })
}

/** A payday on which the first installment may fall, and the banking day it is then due. */
export interface FirstDate {
  readonly payday: LocalDate
  readonly dueDate: LocalDate
}

/**
 * Every payday that may be the first, soonest first: due within the product's days after effective.
 */
export function firstDates(terms: Omit<InstallmentDateTerms, 'count'>): FirstDate[] {
  const { paySchedule, rules, effectiveDate, calendar } = terms
  const dueOf = (payday: LocalDate) => adjustPayday(payday, rules, calendar)
  const soonest = firstNominal({ ...terms, count: 1 }, PAYROLL_PERIODS[terms.frequency].periodDays)
  const found: FirstDate[] = [{ payday: soonest, dueDate: dueOf(soonest) }]
  const latest = addDays(effectiveDate, terms.firstDueAfterDays.maximum)
  for (let last = soonest; ; ) {
    const [payday] = paydaysAfter(paySchedule, last, 1, calendar)
    if (payday === undefined || dueOf(payday) > latest) return found
    found.push({ payday, dueDate: dueOf(payday) })
    last = payday
  }
}
