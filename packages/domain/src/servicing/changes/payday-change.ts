import { addDays, daysBetween, type LocalDate } from '../../calendar/local-date.ts'
import { adjustPayday } from '../../calendar/pay-calendar.ts'
import { PaymentFrequency } from '../../calendar/payroll-frequency.ts'
import { type Cents, cents, ZERO_CENTS } from '../../money/cents.ts'
import { ok, type Outcome, refused } from '../../outcome.ts'
import type { InstallmentDate } from '../../schedule/installment.ts'
import { datesFrom } from '../../schedule/installment-dates.ts'
import type { AgreedInstallment, ServicedLoan } from '../serviced-loan.ts'
import { type ChangeBasis, lastSettledDay } from './change-basis.ts'
import type { PayrollAfter } from './change-plan.ts'
import type { ChangeRefusal } from './change-refusal.ts'
import type { CustomerChangeRequest } from './change-request.ts'
import {
  firstPaydayFrom,
  isPaidWeekly,
  lastAllowedDay,
  type PaymentSeries,
  paymentSeries,
  stepDays,
} from './payment-series.ts'
import { type PlanOutcome, startInTime } from './start-in-time.ts'
import {
  keptPayment,
  levelAmount,
  paymentOn,
  calculateTargets,
  type TargetPayment,
} from './target-payments.ts'
import { calculatePlan } from './calculate-plan.ts'

/** 105, 106, 108, 109: what moves the paydays. */
export type PaydayChangeRequest = Extract<CustomerChangeRequest, { changeType: 105 | 106 | 108 | 109 }>

/** How the borrower is paid after the change. Weekly payments are for those paid weekly (domain.md §7). */
function payrollAfter(
  loan: ServicedLoan,
  request: PaydayChangeRequest,
): Outcome<PayrollAfter, ChangeRefusal> {
  const { paySchedule, paydayRules, frequency } = loan
  if ('onHoliday' in request)
    return ok({ paySchedule, frequency, paydayRules: { ...paydayRules, onHoliday: request.onHoliday } })
  if ('availability' in request)
    return ok({ paySchedule, frequency, paydayRules: { ...paydayRules, availability: request.availability } })
  const weekly = isPaidWeekly(request)
  if (request.frequency === PaymentFrequency.weekly && !weekly)
    return refused({ reason: 'changeTypeRefused', why: 'frequencyNotOffered' })
  const goesOn = weekly ? frequency : PaymentFrequency.biWeekly
  return ok({ paySchedule: request.paySchedule, paydayRules, frequency: request.frequency ?? goesOn })
}

const isSame = (loan: ServicedLoan, after: PayrollAfter): boolean =>
  JSON.stringify([loan.paySchedule, loan.paydayRules, loan.frequency]) ===
  JSON.stringify([after.paySchedule, after.paydayRules, after.frequency])

/** The same paydays by the new rules; a payment that was moved by hand stays where it is. */
function reshifted(basis: ChangeBasis, after: PayrollAfter, rest: readonly AgreedInstallment[]) {
  const series = paymentSeries(basis)
  const { calendar } = basis.loan.hours
  return rest.map((installment): InstallmentDate => {
    const nominal = series.nominalOf(installment.dueDate)
    if (nominal === undefined) return series.dateOf(installment)
    const [moved] = datesFrom(nominal, {
      rules: after.paydayRules,
      frequency: after.frequency,
      count: 1,
      calendar,
    })
    return moved ?? series.dateOf(installment)
  })
}

interface Moving {
  /** Payments on paydays, which move. */
  readonly rest: readonly AgreedInstallment[]
  /** Payments with a day of their own, such as a makeup: they stay, and no payment moves onto their days. */
  readonly own: readonly AgreedInstallment[]
  readonly previous: LocalDate
}

/**
 * How many paydays after the first of them each payment is due: one that was skipped leaves its payday free. Those of a
 * series that is not known follow one another.
 */
function paydaysOn(series: PaymentSeries, step: number, rest: readonly AgreedInstallment[]): number[] {
  const nominal = rest.map(({ dueDate }) => series.nominalOf(dueDate))
  const [first] = nominal
  return nominal.map((day, index) =>
    first === undefined || day === undefined ? index : Math.round(daysBetween(first, day) / step),
  )
}

/** Dates on the new paydays, from the first on or after the first payment that moves. */
function onNewPaydays(
  basis: ChangeBasis,
  after: PayrollAfter,
  { rest, own, previous }: Moving,
): InstallmentDate[] {
  const { loan, firstChangeable } = basis
  const [first, last] = [rest[0], rest.at(-1)]
  if (first === undefined || last === undefined) return []
  const paid = { ...loan, ...after }
  const notBefore = previous < firstChangeable ? firstChangeable : addDays(previous, 1)
  const nominal = firstPaydayFrom(paid, first.dueDate, notBefore)
  const due = adjustPayday(nominal, after.paydayRules, loan.hours.calendar)
  const sameStep = after.frequency === loan.frequency
  const inTerm = Math.floor(Math.max(0, daysBetween(due, last.dueDate)) / stepDays(paid)) + 1
  const on = sameStep
    ? paydaysOn(paymentSeries(basis), stepDays(loan), rest)
    : Array.from({ length: inTerm }, (_, index) => index)
  const taken = new Set(own.map(({ dueDate }) => dueDate))
  const dates = datesFrom(nominal, {
    rules: after.paydayRules,
    frequency: after.frequency,
    count: (on.at(-1) ?? 0) + 1 + own.length,
    calendar: loan.hours.calendar,
  }).filter(({ dueDate }) => !taken.has(dueDate))
  return on.flatMap((index) => dates[index] ?? [])
}

const mostOf = (rest: readonly AgreedInstallment[]): Cents =>
  rest.reduce((most, { amount }) => (amount > most ? amount : most), ZERO_CENTS)

/**
 * Amounts on the new dates: as agreed where those repay (the last may be as large as the others), else the level
 * amount over the same dates. What was missed before is not made up for by a move: it stays uncovered, and named.
 */
function onDates(
  basis: ChangeBasis,
  before: readonly TargetPayment[],
  dates: readonly InstallmentDate[],
  rest: readonly AgreedInstallment[],
): TargetPayment[] {
  if (dates.length === rest.length) {
    const asAgreed = dates.map((date, index) =>
      paymentOn(date, index === rest.length - 1 ? mostOf(rest) : cents(rest[index]?.amount ?? 0n)),
    )
    const isBehind = calculateTargets(basis, basis.open.map(keptPayment)).uncovered > 0n
    const repays = calculateTargets(basis, [...before, ...asAgreed]).uncovered === 0n
    if (repays || isBehind) return [...before, ...asAgreed]
  }
  const amount = levelAmount(basis, { kept: before, dates })
  return [...before, ...dates.map((date) => paymentOn(date, amount))]
}

/**
 * 105, 106, 108, 109: future paydays move, the payments with them, and interest follows the days. The number of
 * payments stays unless their frequency changes. Source: domain.md §10; schedules.md §3, date or frequency
 * change.
 */
export function changePaydays(basis: ChangeBasis, request: PaydayChangeRequest): PlanOutcome {
  const { loan } = basis
  const payroll = payrollAfter(loan, request)
  if (!payroll.ok) return payroll
  const after = payroll.value
  if (isSame(loan, after)) return refused({ reason: 'changeTypeRefused', why: 'sameAsBefore' })
  const isNewSeries = 'paySchedule' in request
  const series = paymentSeries(basis)
  return startInTime(basis, (kept, open) => {
    const hasOwnDay = ({ dueDate }: AgreedInstallment) => series.nominalOf(dueDate) === undefined
    const own = isNewSeries ? open.filter(hasOwnDay) : []
    const rest = open.filter((one) => !own.includes(one))
    const before = [...kept, ...own].map(keptPayment)
    const previous = kept.at(-1)?.dueDate ?? lastSettledDay(basis)
    const dates = isNewSeries
      ? onNewPaydays(basis, after, { rest, own, previous })
      : reshifted(basis, after, rest)
    const no = refusedDates(basis, dates, previous)
    if (no !== null) return refused(no)
    return ok(
      calculatePlan(basis, {
        changeType: request.changeType,
        payrollAfter: after,
        target: dates.length === 0 ? before : onDates(basis, before, dates, rest),
        remarks: remarksOn(dates.length - rest.length),
      }),
    )
  })
}

const remarksOn = (more: number) => {
  if (more === 0) return []
  return more > 0
    ? [{ code: 'datesAdded' as const, count: more }]
    : [{ code: 'datesDropped' as const, count: -more }]
}

/** Why the new dates cannot be: beyond the product's term or number, or too near. An end agreed before may stay. */
function refusedDates(
  { loan, open, firstChangeable }: ChangeBasis,
  dates: readonly InstallmentDate[],
  previous: LocalDate,
): ChangeRefusal | null {
  const [first, last] = [dates[0], dates.at(-1)]
  if (first === undefined || last === undefined) return null
  const limit = lastAllowedDay(loan)
  const agreed = open.at(-1)?.dueDate ?? limit
  if (last.dueDate > (agreed > limit ? agreed : limit) || dates.length > loan.limits.maximumInstallments)
    return { reason: 'changeTypeRefused', why: 'termTooLong' }
  if (first.dueDate <= previous || first.dueDate < firstChangeable)
    return { reason: 'changeTooLate', dueDate: first.dueDate }
  return null
}
