import type { LocalDate } from '../../calendar/local-date.ts'
import { cents } from '../../money/cents.ts'
import { ok, refused } from '../../outcome.ts'
import { ChangeType } from '../../payments/codes.ts'
import type { ServicedLoan } from '../serviced-loan.ts'
import { moveDatesOf } from './available-dates.ts'
import { isSigned, stillToPay } from './calculate-plan.ts'
import { type ArrivingPayment, type ChangeBasis, changeBasis } from './change-basis.ts'
import type { ChangePlan, CoveredPayment } from './change-plan.ts'
import { installmentsAfter } from './installments-after.ts'
import { onePerDay } from './one-per-day.ts'
import { levelPlan } from './pay-on-paydays.ts'
import { datesWithinLimits } from './payment-series.ts'
import { heldUp, planChange, isRepaying } from './plan-change.ts'
import { moveCovered } from './restart-schedule.ts'
import { changeDate, skipPayment } from './schedule-change.ts'
import { type PlanOutcome, startInTime } from './start-in-time.ts'

/** What a borrower who cannot pay the next payment may have. */
export type HardshipRequest =
  /** To the end of the schedule, or to a day before the next payment. Free, once in a loan. */
  | { readonly help: 'move'; readonly number: number; readonly to: LocalDate | 'end' }
  /** So many payments, more than are left, of a smaller amount. */
  | { readonly help: 'extend'; readonly count: number }
  | { readonly help: 'stop' }

/**
 * Help with a payment, each with its cost: moved once without a fee (the interest of the days is all it costs), an
 * extended plan within the product's limits, or stop. A payment on its way is covered too, if it comes back or is not
 * taken. `movesUsed` counts payments moved before. Source: domain.md §14, "one debit is under way".
 */
export function hardshipPlan(loan: ServicedLoan, request: HardshipRequest, movesUsed: number): PlanOutcome {
  if (request.help === 'stop') return planChange(loan, { changeType: ChangeType.revokeFutureAch })
  if (!isRepaying(loan)) return refused({ reason: 'loanStatusInvalid' })
  const no = loan.open === null ? null : heldUp(loan.open, { kind: 'schedule', isHardship: true })
  if (no !== null) return refused(no)
  if (request.help !== 'extend' && movesUsed > 0)
    return refused({ reason: 'changeTypeRefused', why: 'moveUsed' })
  const plan = onePerDay(assistedPlan(changeBasis(loan), request))
  return plan.ok ? ok(withCovered(loan, plan.value)) : plan
}

function assistedPlan(
  basis: ChangeBasis,
  request: Exclude<HardshipRequest, { readonly help: 'stop' }>,
): PlanOutcome {
  if (request.help === 'extend') return extendedPlan(basis, request.count)
  return request.to === 'end'
    ? skipPayment(basis, request.number)
    : changeDate(basis, request.number, request.to)
}

/** Help covers payments on their way too: one that comes back or is not taken moves to the end of the schedule. */
function withCovered(loan: ServicedLoan, plan: ChangePlan): ChangePlan {
  const covers = coveredPayments(loan, plan)
  const remarks = covers.map((covered) => ({ code: 'coversInFlight' as const, ...covered }))
  const cost = cents(covers.reduce((total, one) => total + one.cost, 0n) + plan.costDifference)
  return {
    ...plan,
    covers,
    // What it may come to is agreed with the rest.
    needsSignature: plan.needsSignature || isSigned(cost, plan.lastDateMovesByDays),
    remarks: [...plan.remarks, ...remarks],
  }
}

function coveredPayments(loan: ServicedLoan, plan: ChangePlan): CoveredPayment[] {
  const covers: CoveredPayment[] = []
  let after: ServicedLoan = { ...loan, installments: installmentsAfter(loan.installments, plan) }
  let total = stillToPay(plan.newSchedule)
  for (const { number, dueDate } of changeBasis(loan).arriving) {
    const payment = loan.installments.find((one) => one.number === number)
    const moved = payment && moveCovered(after, payment.number, null)
    if (payment === undefined || moved === undefined) continue
    const moreThanBefore = cents(stillToPay(moved.plan.newSchedule) - total)
    covers.push({
      number: payment.number,
      dueDate,
      amount: payment.amount,
      movesTo: moved.movesTo,
      cost: moreThanBefore,
    })
    total = cents(total + moreThanBefore)
    after = {
      ...after,
      installments: installmentsAfter(after.installments, moved.plan),
      inFlight: after.inFlight.filter(({ installmentNumber }) => installmentNumber !== payment.number),
    }
  }
  return covers
}

/** So many level payments, more than are left now; stored as a fixed amount (111). */
function extendedPlan(basis: ChangeBasis, count: number): PlanOutcome {
  if (basis.open.length === 0 || count <= basis.open.length)
    return refused({ reason: 'changeTypeRefused', why: 'nothingToChange' })
  const mode = basis.loan.paymentMode
  return startInTime(basis, (kept, rest) =>
    levelPlan(basis, {
      kept,
      rest,
      count: count - kept.length,
      mode,
      changeType: ChangeType.payFixedAmount,
    }),
  )
}

/** What of help can be chosen: days for the next payment, and numbers of payments of an extended plan. */
export function hardshipChoices(loan: ServicedLoan): {
  readonly number: number | null
  readonly moveDates: readonly LocalDate[]
  readonly extendedCounts: readonly number[]
  /** Payments of the schedule on their way, which help covers. */
  readonly inFlight: readonly ArrivingPayment[]
} {
  const basis = changeBasis(loan)
  const { open } = basis
  const [next] = open
  if (next === undefined) return { number: null, moveDates: [], extendedCounts: [], inFlight: [] }
  const most = datesWithinLimits(basis, open, []).length
  const more = Math.max(0, most - open.length)
  return {
    number: next.number,
    moveDates: moveDatesOf(basis, next),
    extendedCounts: Array.from({ length: more }, (_, index) => open.length + index + 1),
    inFlight: basis.arriving.filter(({ number: of }) => of !== null),
  }
}
