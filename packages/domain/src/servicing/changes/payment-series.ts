import { bankCalendar } from '../../calendar/bank-calendar.ts'
import { addDays, daysBetween, fromEpochDay, type LocalDate } from '../../calendar/local-date.ts'
import { adjustPayday, paydaysAfter } from '../../calendar/pay-calendar.ts'
import { PAYROLL_PERIODS, PayrollFrequency } from '../../calendar/payroll-frequency.ts'
import type { InstallmentDate } from '../../schedule/installment.ts'
import { datesFrom } from '../../schedule/installment-dates.ts'
import type { AgreedInstallment, ServicedLoan } from '../serviced-loan.ts'
import { isLive } from '../arrears.ts'
import { merged } from '../late-days.ts'
import { type ChangeBasis, changeBasis, lastSettledDay } from './change-basis.ts'

/** A holiday, a weekend and a day's availability together move a payday by less than this. */
const FARTHEST_SHIFT_DAYS = 7

/** Knows weekends but no holidays: the regular date of a series. */
const WEEKDAYS = bankCalendar([])

/** Days between two payments of the loan. */
export const stepDays = ({ frequency }: Pick<ServicedLoan, 'frequency'>): number =>
  PAYROLL_PERIODS[frequency].periodDays

const dueOf = ({ paydayRules, hours }: ServicedLoan, nominal: LocalDate): LocalDate =>
  adjustPayday(nominal, paydayRules, hours.calendar)

/** The payday of this series from which a due date was shifted; undefined where it follows the series not. */
function nominalOf(loan: ServicedLoan, member: LocalDate, dueDate: LocalDate): LocalDate | undefined {
  const step = stepDays(loan)
  const early = addDays(dueDate, -FARTHEST_SHIFT_DAYS)
  let nominal = addDays(member, Math.ceil(daysBetween(member, early) / step) * step)
  for (; nominal <= addDays(dueDate, FARTHEST_SHIFT_DAYS); nominal = addDays(nominal, step))
    if (dueOf(loan, nominal) === dueDate) return nominal
  return undefined
}

/** Whether a day is a payday by the loan's pay schedule, before any shift. */
function isPayday({ paySchedule, hours }: ServicedLoan, day: LocalDate): boolean {
  return paydaysAfter(paySchedule, addDays(day, -1), 1, hours.calendar)[0] === day
}

/**
 * A payday of the series on which the loan's payments fall: the phase that explains most of the dates to come
 * (of all dates where none is to come), paydays of the pay schedule first. Only due dates are stored, and a
 * payment moved by hand follows no series.
 */
function memberOf({ loan, open }: ChangeBasis): LocalDate {
  const dates = (open.length > 0 ? open : loan.installments.filter(isLive)).map(({ dueDate }) => dueDate)
  const last = dates.at(-1)
  const [payday] = paydaysAfter(loan.paySchedule, loan.today, 1, loan.hours.calendar)
  if (last === undefined) return payday ?? loan.today
  let best = { member: last, score: -1 }
  for (let shift = 0; shift < stepDays(loan); shift += 1) {
    const member = addDays(last, shift <= FARTHEST_SHIFT_DAYS ? -shift : shift - FARTHEST_SHIFT_DAYS)
    const met = dates.filter((date) => nominalOf(loan, member, date) !== undefined).length
    const score = 2 * met + Number(isPayday(loan, member))
    if (score > best.score) best = { member, score }
  }
  return best.member
}

/** The loan's payment dates: where a due date comes from, and how they go on. */
export interface PaymentSeries {
  /** An agreed date with its regular one. */
  dateOf(installment: Pick<AgreedInstallment, 'dueDate'>): InstallmentDate
  /** The payday before any shift; undefined of a payment that was moved by hand. */
  nominalOf(dueDate: LocalDate): LocalDate | undefined
  /** The next dates after a day, as far as a change may set them. */
  after(day: LocalDate, count: number): InstallmentDate[]
}

/** The series that a loan's payments follow. Source: domain.md §7, dates. */
export function paymentSeries(basis: ChangeBasis): PaymentSeries {
  const { loan } = basis
  const member = memberOf(basis)
  const step = stepDays(loan)
  const find = (dueDate: LocalDate): LocalDate | undefined => nominalOf(loan, member, dueDate)
  return {
    nominalOf: find,
    dateOf({ dueDate }) {
      const nominal = find(dueDate)
      const nominalDate = nominal === undefined ? dueDate : adjustPayday(nominal, loan.paydayRules, WEEKDAYS)
      return { dueDate, nominalDate }
    },
    after(day, count) {
      let nominal = addDays(member, Math.floor(daysBetween(member, day) / step) * step - step)
      while (dueOf(loan, nominal) <= day || dueOf(loan, nominal) < basis.firstChangeable)
        nominal = addDays(nominal, step)
      const { paydayRules: rules, frequency, hours } = loan
      return count < 1 ? [] : datesFrom(nominal, { rules, frequency, count, calendar: hours.calendar })
    },
  }
}

/** The next days on which payments of a loan may fall after a day, as many as are asked for. */
export const paydaysOf =
  (loan: ServicedLoan) =>
  (day: LocalDate, count: number): readonly LocalDate[] =>
    paymentSeries(changeBasis(loan))
      .after(day, count)
      .map(({ dueDate }) => dueDate)

/** The last day that the product allows for a payment; days by which we were late ourselves do not count. */
export function lastAllowedDay({ terms, limits }: ServicedLoan): LocalDate {
  const ours = merged(terms.lateDays ?? []).map(({ from, to }) => daysBetween(from, to))
  return addDays(
    terms.effectiveDate,
    ours.reduce((all, days) => all + days, limits.maximumTermDays),
  )
}

/**
 * The dates that payments may fall on from the open installments on: theirs, then the series as far as the
 * product's term and number of installments reach. Dates agreed already are always among them.
 */
export function datesWithinLimits(
  basis: ChangeBasis,
  rest: readonly AgreedInstallment[],
  kept: readonly AgreedInstallment[],
): InstallmentDate[] {
  const { loan, open } = basis
  const series = paymentSeries(basis)
  const taken = loan.installments.filter(isLive).length - open.length + kept.length
  const more = Math.max(0, loan.limits.maximumInstallments - taken - rest.length)
  const last = rest.at(-1)?.dueDate ?? kept.at(-1)?.dueDate ?? lastSettledDay(basis)
  const further = series.after(last, more).filter(({ dueDate }) => dueDate <= lastAllowedDay(loan))
  return [...rest.map((installment) => series.dateOf(installment)), ...further]
}

/** The due date from which a stepped series of the pay schedule goes on, on or after a day. */
export function firstPaydayFrom(
  loan: Pick<ServicedLoan, 'paySchedule' | 'paydayRules' | 'frequency' | 'hours'>,
  day: LocalDate,
  notBefore: LocalDate,
): LocalDate {
  const { paySchedule, paydayRules, hours } = loan
  const step = stepDays(loan)
  const due = (nominal: LocalDate): LocalDate => adjustPayday(nominal, paydayRules, hours.calendar)
  let nominal = fromEpochDay(day - FARTHEST_SHIFT_DAYS)
  do {
    const [next] = paydaysAfter(paySchedule, nominal, 1, hours.calendar)
    if (next === undefined) break
    nominal = next
  } while (due(nominal) < day)
  while (daysBetween(day, due(nominal)) >= step && due(addDays(nominal, -step)) >= notBefore)
    nominal = addDays(nominal, -step)
  return nominal
}

/** Whether pay comes every week, so that weekly payments are offered. Source: domain.md §7. */
export const isPaidWeekly = ({ paySchedule }: Pick<ServicedLoan, 'paySchedule'>): boolean =>
  paySchedule.frequency === PayrollFrequency.weekly
