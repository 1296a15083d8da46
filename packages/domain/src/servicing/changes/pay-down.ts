import type { LocalDate } from '../../calendar/local-date.ts'
import { type Cents, cents, min, sum, ZERO_CENTS } from '../../money/cents.ts'
import { ok, refused } from '../../outcome.ts'
import { ChangeType, type PaymentMode } from '../../payments/codes.ts'
import type { AgreedInstallment } from '../serviced-loan.ts'
import { checkSingleDate } from './available-dates.ts'
import { type ChangeBasis, isDebitMode } from './change-basis.ts'
import type { ChangeDebit } from './change-plan.ts'
import { asConfirmedBefore, type DebitToConfirm } from './confirm-again.ts'
import type { PayDownEffect } from './change-request.ts'
import { expectPayment } from './expected-payment.ts'
import { refusedMode } from './payment-mode-change.ts'
import {
  beyondFirst,
  collectedUntil,
  isPastDue,
  paidDue,
  paysBeyondOnly,
  retriesPaid,
  withoutDebits,
} from './one-amount.ts'
import { paymentSeries } from './payment-series.ts'
import { type PlanOutcome, startInTime } from './start-in-time.ts'
import { keptPayment, levelAmount, paymentOn, calculateTargets } from './target-payments.ts'
import { calculatePlan, type ProposedChange } from './calculate-plan.ts'

/** All that is owed on a day once money arriving up to it has come in. */
export function owedOn(basis: ChangeBasis, date: LocalDate): Cents {
  const before = basis.arriving.filter(({ dueDate }) => dueDate <= date)
  return calculateTargets({ ...basis, arriving: before }, [], { date, amount: ZERO_CENTS }).uncovered
}

/** The least that is taken apart from the schedule. Source: domain.md §10 (10.00). */
export const LEAST_EXTRA_PAYMENT = cents(1000n)

/** The least payment of what is due: a smaller amount that is past due, or owed beyond the plan, is taken whole. */
export function leastDue(basis: ChangeBasis): Cents {
  const { loan } = basis
  const pastDue = sum(loan.toPay.filter(isPastDue(loan)).map(({ open }) => open))
  const asked = pastDue > 0n ? pastDue : beyondFirst(basis).paidOn
  return asked > 0n ? min(asked, LEAST_EXTRA_PAYMENT) : LEAST_EXTRA_PAYMENT
}

export interface PayDown {
  readonly date: LocalDate
  readonly amount: Cents
  readonly effect: PayDownEffect
  readonly paymentMode: PaymentMode
}

/**
 * 103: one debit between the payments. `shorter` keeps the amounts and ends sooner; `smaller` keeps the dates and
 * pays less on each; `due` leaves the schedule and pays what is due of it, past due first, as a receipt does: a planned
 * retry of it is withdrawn, and one on a batch refuses the payment; or what is owed beyond the plan. The next payment is
 * not skipped. Source: domain.md §10 and §14, sched-pub-5.
 */
export function payDown(basis: ChangeBasis, { date, amount, effect, paymentMode }: PayDown): PlanOutcome {
  const no = refusedMode(paymentMode)
  if (no !== null) return no
  // What is owed beyond the plan is no part of the schedule: paid, it makes none of its payments smaller.
  const paysDue = effect === 'due' && !paysBeyondOnly(basis, amount)
  const knownOn = paysDue ? collectedUntil(basis, amount) : undefined
  if (knownOn !== undefined) return refused({ reason: 'changeTooLate', dueDate: null, knownOn })
  const day = checkSingleDate(basis, { date, mode: paymentMode })
  if (!day.ok) return day
  const withdrawn = paysDue && isDebitMode(paymentMode) ? retriesPaid(basis, amount) : []
  const most = cents(owedOn(withoutDebits(basis, withdrawn), date) - 1n)
  if (amount > most) return refused({ reason: 'amountTooLarge', most })
  const least = effect === 'due' ? leastDue(basis) : LEAST_EXTRA_PAYMENT
  if (amount < least) return refused({ reason: 'amountTooSmall', least })
  const changeType = ChangeType.payDown
  const due = paysDue ? paidDue(basis, amount) : null
  if (!isDebitMode(paymentMode))
    return ok(expectPayment(basis, { changeType, due }, { mode: paymentMode, amount, by: date }))
  const purpose = due === null ? 'payDown' : 'payNow'
  const debit: ChangeDebit = { purpose, number: due?.number ?? null, mode: paymentMode, date, amount }
  const again = basis.loan.toConfirm
  if (again !== null) return payDownAgain(basis, { debit, due, withdrawn }, again)
  if (effect === 'due') return ok(calculatePlan(basis, { changeType, debit, due, withdrawn }))
  return startInTime(basis, (kept, rest) => {
    const level = effect === 'smaller' && rest.length > 0
    return ok(
      calculatePlan(basis, {
        changeType,
        debit,
        target: level ? smaller(basis, kept, rest, debit) : shorter(basis, kept, rest),
      }),
    )
  })
}

/** The same extra payment confirmed again because it was not sent: the schedule counts on it already. */
function payDownAgain(
  basis: ChangeBasis,
  { debit, ...asked }: Pick<ProposedChange, 'due' | 'withdrawn'> & { readonly debit: ChangeDebit },
  again: DebitToConfirm,
): PlanOutcome {
  if (debit.amount > again.amount) return refused({ reason: 'amountTooLarge', most: again.amount })
  if (debit.amount < again.amount) return refused({ reason: 'amountTooSmall', least: again.amount })
  const confirmed = { ...debit, quotedFor: again.quotedFor }
  return ok(
    asConfirmedBefore(calculatePlan(basis, { ...asked, changeType: ChangeType.payDown, debit: confirmed })),
  )
}

function shorter(basis: ChangeBasis, kept: readonly AgreedInstallment[], rest: readonly AgreedInstallment[]) {
  const series = paymentSeries(basis)
  return [
    ...kept.map(keptPayment),
    ...rest.map((installment) => paymentOn(series.dateOf(installment), installment.amount)),
  ]
}

function smaller(
  basis: ChangeBasis,
  kept: readonly AgreedInstallment[],
  rest: readonly AgreedInstallment[],
  debit: ChangeDebit,
) {
  const series = paymentSeries(basis)
  const before = kept.map(keptPayment)
  const dates = rest.map((installment) => series.dateOf(installment))
  const amount = levelAmount(basis, { kept: before, dates, debit })
  return [...before, ...dates.map((of) => paymentOn(of, amount))]
}
