import type { LocalDate } from '../../calendar/local-date.ts'
import { refused } from '../../outcome.ts'
import { ChangeType } from '../../payments/codes.ts'
import type { ServicedLoan } from '../serviced-loan.ts'
import { moveDatesOf } from './available-dates.ts'
import { type ChangeBasis, changeBasis } from './change-basis.ts'
import { onePerDay } from './one-per-day.ts'
import { levelPlan } from './pay-on-paydays.ts'
import { datesWithinLimits } from './payment-series.ts'
import { heldUp, planChange, REPAYING } from './plan-change.ts'
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
 * extended plan within the product's limits, or stop. `movesUsed` counts payments moved before.
 */
export function hardshipPlan(loan: ServicedLoan, request: HardshipRequest, movesUsed: number): PlanOutcome {
  if (request.help === 'stop') return planChange(loan, { changeType: ChangeType.revokeFutureAch })
  if (!REPAYING.has(loan.state.status)) return refused({ reason: 'loanStatusInvalid' })
  const no = loan.open === null ? null : heldUp(loan.open, { kind: 'schedule', isHardship: true })
  if (no !== null) return refused(no)
  const basis = changeBasis(loan)
  if (request.help === 'extend') return onePerDay(extendedPlan(basis, request.count))
  if (movesUsed > 0) return refused({ reason: 'changeTypeRefused', why: 'moveUsed' })
  return onePerDay(
    request.to === 'end' ? skipPayment(basis, request.number) : changeDate(basis, request.number, request.to),
  )
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
} {
  const basis = changeBasis(loan)
  const { open } = basis
  const [next] = open
  if (next === undefined) return { number: null, moveDates: [], extendedCounts: [] }
  const most = datesWithinLimits(basis, open, []).length
  const more = Math.max(0, most - open.length)
  return {
    number: next.number,
    moveDates: moveDatesOf(basis, next),
    extendedCounts: Array.from({ length: more }, (_, index) => open.length + index + 1),
  }
}
