import type { LocalDate } from '../../calendar/local-date.ts'
import { type Cents, cents, ZERO_CENTS } from '../../money/cents.ts'
import { ok, type Outcome, refused } from '../../outcome.ts'
import { ChangeType } from '../../payments/codes.ts'
import type { AgreedInstallment } from '../serviced-loan.ts'
import { makeupDatesOf, moveDatesOf } from './available-dates.ts'
import { type ChangeBasis, isDebitMode, missedOne } from './change-basis.ts'
import type { ChangeRefusal } from './change-refusal.ts'
import { coverTheRest } from './cover-the-rest.ts'
import { LEAST_EXTRA_PAYMENT } from './pay-down.ts'
import { datesWithinLimits, paymentSeries } from './payment-series.ts'
import { isNotifiedInTime, type PlanOutcome } from './start-in-time.ts'
import { keptPayment, paymentOn, calculateTargets, type TargetPayment } from './target-payments.ts'
import { calculatePlan } from './calculate-plan.ts'

/** The open installment of a number: too late where it is on its way already. */
function openOne(basis: ChangeBasis, number: number): Outcome<AgreedInstallment, ChangeRefusal> {
  const found = basis.open.find((installment) => installment.number === number)
  if (found !== undefined) return ok(found)
  const arriving = basis.arriving.find((payment) => payment.number === number)
  return arriving === undefined
    ? refused({ reason: 'changeTypeRefused', why: 'nothingToChange' })
    : refused({ reason: 'changeTooLate', dueDate: arriving.dueDate })
}

/** The open payments without one, as agreed, those after it free to shrink. */
function without(basis: ChangeBasis, one: AgreedInstallment): TargetPayment[] {
  const series = paymentSeries(basis)
  return basis.open
    .filter(({ number }) => number !== one.number)
    .map((installment) =>
      installment.dueDate < one.dueDate
        ? keptPayment(installment)
        : paymentOn(series.dateOf(installment), installment.amount),
    )
}

/** A change of one payment, and the open payments that it leads to. */
interface PaymentChange {
  readonly changeType: ChangeType
  readonly target: readonly TargetPayment[]
  readonly changed: AgreedInstallment
  /** Payments up to this day keep their amounts; the day of the changed one where left out. */
  readonly fixedUntil?: LocalDate
}

/** The plan of these payments, made to cover the rest; refused where that or its notice does not fit. */
function covering(
  basis: ChangeBasis,
  { changeType, target, changed, fixedUntil = changed.dueDate }: PaymentChange,
): PlanOutcome {
  const { open, regular } = basis
  const further = datesWithinLimits(basis, open, []).slice(open.length)
  const covered = coverTheRest(basis, target, { regular, further, fixedUntil })
  if (covered === null) return refused({ reason: 'changeTypeRefused', why: 'termTooLong' })
  const added = covered.length - target.length
  const plan = calculatePlan(basis, {
    changeType,
    target: covered,
    remarks: added === 0 ? [] : [{ code: 'datesAdded', count: added }],
  })
  return isNotifiedInTime(basis, plan)
    ? ok(plan)
    : refused({ reason: 'changeTooLate', dueDate: changed.dueDate })
}

/** 201: one payment falls away and a date is added after the last, so that the term is one longer. */
export function skipPayment(basis: ChangeBasis, number: number): PlanOutcome {
  const one = openOne(basis, number)
  if (!one.ok) return one
  const [next] = datesWithinLimits(basis, basis.open, []).slice(basis.open.length)
  if (next === undefined) return refused({ reason: 'changeTypeRefused', why: 'termTooLong' })
  const target = [...without(basis, one.value), paymentOn(next, basis.regular)]
  const plan = covering(basis, { changeType: ChangeType.skip, target, changed: one.value })
  if (!plan.ok) return plan
  const more = plan.value.remarks.flatMap((remark) => (remark.code === 'datesAdded' ? [remark.count] : []))
  const others = plan.value.remarks.filter(({ code }) => code !== 'datesAdded')
  const count = more.reduce((total, added) => total + added, 1)
  return ok({ ...plan.value, remarks: [{ code: 'datesAdded', count }, ...others] })
}

/** 203: another amount of one payment: above its interest, at most all that is owed then; the rest as agreed. */
export function changeAmount(basis: ChangeBasis, number: number, amount: Cents): PlanOutcome {
  const one = openOne(basis, number)
  if (!one.ok) return one
  const { dueDate } = one.value
  if (amount === one.value.amount) return refused({ reason: 'changeTypeRefused', why: 'sameAsBefore' })
  const { interest, owed } = dueThen(basis, one.value)
  const least = cents(interest < owed ? interest + 1n : owed)
  if (amount < least) return refused({ reason: 'amountTooSmall', least })
  if (amount > owed) return refused({ reason: 'amountTooLarge', most: owed })
  const target = [...without(basis, one.value), paymentOn(paymentSeries(basis).dateOf({ dueDate }), amount)]
  return covering(basis, { changeType: ChangeType.changeAmount, target, changed: one.value })
}

/** Interest and fees, and all that is owed, on a payment's day. */
function dueThen(basis: ChangeBasis, { dueDate, number }: AgreedInstallment) {
  const before = basis.open.filter((other) => other.dueDate < dueDate && other.number !== number)
  const arriving = basis.arriving.filter((payment) => payment.dueDate <= dueDate)
  const then = calculateTargets({ ...basis, arriving }, before.map(keptPayment), {
    date: dueDate,
    amount: ZERO_CENTS,
  })
  const principal = then.payments.at(-1)?.projected.balanceAfter ?? basis.state.principal
  return { owed: then.uncovered, interest: cents(then.uncovered - principal) }
}

/** 205: one payment on another day between its neighbors; interest follows. */
export function changeDate(basis: ChangeBasis, number: number, date: LocalDate): PlanOutcome {
  const one = openOne(basis, number)
  if (!one.ok) return one
  const dates = moveDatesOf(basis, one.value)
  if (!dates.includes(date)) return refused({ reason: 'dateNotAvailable', dates })
  const moved = paymentOn({ dueDate: date, nominalDate: date }, one.value.amount)
  return covering(basis, {
    changeType: ChangeType.changeDate,
    target: [...without(basis, one.value), moved],
    changed: one.value,
    fixedUntil: date > one.value.dueDate ? date : one.value.dueDate,
  })
}

/**
 * 202 and 206: a missed payment, or a part of it, on a day of its own beside the schedule; the payments after it
 * stay and the last ones shrink. A debit needs an authorization that holds.
 */
export function makeUp(
  basis: ChangeBasis,
  number: number,
  { date, amount }: { readonly date: LocalDate; readonly amount: Cents | null },
): PlanOutcome {
  const { loan, open } = basis
  const missed = missedOne(basis, number)
  if (missed === undefined) return refused({ reason: 'changeTypeRefused', why: 'notMissed' })
  if (isDebitMode(loan.paymentMode) && !loan.authorized) return refused({ reason: 'authorizationRequired' })
  const dates = makeupDatesOf(basis, missed)
  if (!dates.includes(date)) return refused({ reason: 'dateNotAvailable', dates })
  const { owed } = dueThen(basis, { ...missed, dueDate: date })
  const part = cents(missed.amount - 1n)
  const most = amount === null || owed < part ? owed : part
  const wanted = amount ?? (missed.amount < owed ? missed.amount : owed)
  if (wanted > most || most <= 0n) return refused({ reason: 'amountTooLarge', most })
  if (amount !== null && amount < LEAST_EXTRA_PAYMENT)
    return refused({ reason: 'amountTooSmall', least: LEAST_EXTRA_PAYMENT })
  const series = paymentSeries(basis)
  const target = [
    ...open.map((installment) => paymentOn(series.dateOf(installment), installment.amount)),
    paymentOn({ dueDate: date, nominalDate: date }, wanted),
  ]
  const changeType = amount === null ? ChangeType.makeup : ChangeType.partialMakeup
  const plan = calculatePlan(basis, { changeType, target })
  return isNotifiedInTime(basis, plan) ? ok(plan) : refused({ reason: 'dateNotAvailable', dates })
}
