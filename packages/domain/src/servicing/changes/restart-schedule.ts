import { assert } from '../../assert.ts'
import { addDays, type LocalDate } from '../../calendar/local-date.ts'
import { InstallmentFlag, TransactionStatus, ChangeType } from '../../payments/codes.ts'
import { withFlag } from '../../payments/installment-flags.ts'
import type { InstallmentDate } from '../../schedule/installment.ts'
import { isLive } from '../arrears.ts'
import type { AgreedInstallment, ServicedLoan } from '../serviced-loan.ts'
import { calculatePlan } from './calculate-plan.ts'
import { type ChangeBasis, changeBasis } from './change-basis.ts'
import type { ChangePlan } from './change-plan.ts'
import { coverTheRest } from './cover-the-rest.ts'
import { paymentSeries } from './payment-series.ts'
import { calculateTargets, keptPayment, paymentOn, type TargetPayment } from './target-payments.ts'

/** A missed installment is due again at least this long after the notice. Source: domain.md §14. */
const DAYS_UNTIL_DUE_AGAIN = 10

/** A debit is announced at least this long before it. Source: 12 CFR 1041.9(b)(2), ach.md §6. */
const NOTICE_BANKING_DAYS = 3

/** Paydays looked at for those that no other installment falls on. */
const DATES_AHEAD = 120

const UNTOUCHED: ReadonlySet<TransactionStatus> = new Set([TransactionStatus.none, TransactionStatus.pastDue])

/**
 * The schedule after a modification has failed: installments whose day passed while it was open, or comes too soon to
 * be announced, are due again on free paydays at least ten days after the notice, in their order; the payments that
 * follow cover all that is owed. Null where nothing was missed and the schedule need not be changed.
 *
 * `loan` has the schedule that is in force and no open modification; `since` is the day on which the failed one was
 * saved: what was missed before it stays past due. `isOfLater`: the schedule was made by a later modification, which
 * counted on the money that failed, so that it may not cover the debt. `until`: the first day that stays as it is; where
 * left out, the first that can still be announced. Amounts stay, to the cent; interest is as
 * agreed. Source: domain.md §14, "The life of a modification".
 */
export function restartSchedule(
  loan: ServicedLoan,
  {
    since,
    isOfLater,
    until,
  }: { readonly since: LocalDate; readonly isOfLater: boolean; readonly until?: LocalDate },
): ChangePlan | null {
  const missed = missedSince(loan, since, until)
  const numbers = new Set(missed.map(({ number }) => number))
  const basis = changeBasis({ ...loan, installments: withoutThose(loan.installments, numbers) })
  const kept = basis.open.map(keptPayment)
  const leavesDebt = isOfLater && calculateTargets(basis, kept).uncovered > 0n
  if (missed.length === 0 && !leavesDebt) return null
  const plan = calculatePlan(basis, {
    changeType: ChangeType.changeDate,
    target: dueAgain(basis, missed, freePaydays(basis)),
    holdsFrom: loan.today,
  })
  return { ...plan, deletedNumbers: [...numbers, ...plan.deletedNumbers], needsSignature: false }
}

/**
 * The schedule after a payment that hardship assistance covers has come back or was not taken: it moves to the day that
 * was promised, where that is still free and far enough ahead, else to the first payday after the last payment; the last
 * payment covers the interest of the days in between. Undefined where the payment is not of the schedule any more.
 * Source: domain.md §14, "one debit is under way".
 */
export function moveCovered(
  loan: ServicedLoan,
  number: number,
  promised: LocalDate | null,
): { readonly plan: ChangePlan; readonly movesTo: LocalDate } | undefined {
  const payment = loan.installments.find((one) => one.number === number && isLive(one))
  if (payment === undefined) return undefined
  const basis = changeBasis({
    ...loan,
    installments: withoutThose(loan.installments, new Set([number])),
    inFlight: loan.inFlight.filter(({ installmentNumber }) => installmentNumber !== number),
  })
  const date = coveredDate(basis, promised)
  const plan = calculatePlan(basis, {
    changeType: ChangeType.changeDate,
    target: dueAgain(basis, [payment], [date].values()),
    holdsFrom: loan.today,
  })
  const deletedNumbers = [number, ...plan.deletedNumbers]
  return { plan: { ...plan, deletedNumbers, needsSignature: false }, movesTo: date.dueDate }
}

function coveredDate(basis: ChangeBasis, promised: LocalDate | null): InstallmentDate {
  const series = paymentSeries(basis)
  const taken = [...basis.open, ...basis.arriving].map(({ dueDate }) => dueDate)
  const first = addDays(basis.loan.noticeDay, DAYS_UNTIL_DUE_AGAIN)
  if (promised !== null && promised >= first && !taken.includes(promised))
    return series.dateOf({ dueDate: promised })
  const [next] = series.after(latest(taken, addDays(first, -1)), 1)
  assert(next !== undefined, 'there is always another payday')
  return next
}

const latest = (days: readonly LocalDate[], other: LocalDate): LocalDate =>
  days.reduce((last, day) => (day > last ? day : last), other)

/** Live installments without a debit, due since a day and too early to be announced anew. */
function missedSince(
  { installments, inFlight, hours, noticeDay }: ServicedLoan,
  since: LocalDate,
  until: LocalDate = hours.calendar.addBankingDays(noticeDay, NOTICE_BANKING_DAYS),
): AgreedInstallment[] {
  const sent = new Set(inFlight.map(({ installmentNumber }) => installmentNumber))
  return installments
    .filter(
      (one) =>
        isLive(one) &&
        UNTOUCHED.has(one.status) &&
        !sent.has(one.number) &&
        one.dueDate >= since &&
        one.dueDate < until,
    )
    .toSorted((left, right) => left.dueDate - right.dueDate)
}

const withoutThose = (installments: readonly AgreedInstallment[], numbers: ReadonlySet<number>) =>
  installments.map((one) =>
    numbers.has(one.number) ? { ...one, flags: withFlag(one.flags, InstallmentFlag.deleted) } : one,
  )

/** The open payments with these due again on other days, and what covers the rest. */
function dueAgain(
  basis: ChangeBasis,
  missed: readonly AgreedInstallment[],
  free: Iterator<InstallmentDate>,
): TargetPayment[] {
  const again = missed.flatMap(({ amount }): TargetPayment[] => {
    const next = free.next()
    return next.done === true ? [] : [paymentOn(next.value, amount)]
  })
  const target = [...basis.open.map(keptPayment), ...again]
  const last = latest(
    target.map(({ dueDate }) => dueDate),
    basis.loan.today,
  )
  const regular = missed[0]?.amount ?? basis.regular
  const further = paymentSeries(basis).after(last, DATES_AHEAD)
  return coverTheRest(basis, target, { regular, further, fixedUntil: basis.loan.today }) ?? target
}

/** Paydays from ten days after the notice on that no other installment and no money on its way falls on. */
function* freePaydays(basis: ChangeBasis): Generator<InstallmentDate> {
  const first = addDays(basis.loan.noticeDay, DAYS_UNTIL_DUE_AGAIN)
  const taken = new Set([...basis.open, ...basis.arriving].map(({ dueDate }) => dueDate))
  for (const date of paymentSeries(basis).after(addDays(first, -1), DATES_AHEAD))
    if (!taken.has(date.dueDate)) yield date
}
