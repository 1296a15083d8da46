import type { PaymentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { formatLocalDate, type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import type { DaySpan } from '@dolphin/domain/servicing/late-days'
import type { MovedPayment } from '@dolphin/domain/servicing/moved-payments'

interface StoredSpan {
  readonly from: string
  readonly to: string
}

interface StoredMove extends StoredSpan {
  readonly number: number
  readonly isShifted?: boolean
}

/** What the lender moved of a plan, and the days whose interest is given up for a schedule that shifted. */
export interface PlanMoves {
  readonly moved: readonly MovedPayment[]
  readonly waived: readonly DaySpan[]
}

const spanToStored = ({ from, to }: DaySpan): StoredSpan => ({
  from: formatLocalDate(from),
  to: formatLocalDate(to),
})

/** For the `disclosure` of a plan; planMoves reads it back. */
export const planMovesToStored = ({ moved, waived }: PlanMoves): PaymentPlan['disclosure'] => ({
  movedPayments: moved.map(
    ({ number, isShifted = false, ...days }): StoredMove => ({
      number,
      ...spanToStored(days),
      ...(isShifted ? { isShifted } : {}),
    }),
  ),
  ...(waived.length === 0 ? {} : { waivedDays: waived.map(spanToStored) }),
})

function dayOf(text: string): LocalDate {
  const day = parseLocalDate(text)
  assert(day !== undefined, 'a stored day is a date')
  return day
}

const spanOf = ({ from, to }: StoredSpan): DaySpan => ({ from: dayOf(from), to: dayOf(to) })

type Stored = Pick<PaymentPlan, 'disclosure'>

/** What the lender moved of a plan, as it was agreed and as it stands. */
export function planMoves({ disclosure }: Stored): PlanMoves {
  const moved = (disclosure['movedPayments'] ?? []) as readonly StoredMove[]
  const waived = (disclosure['waivedDays'] ?? []) as readonly StoredSpan[]
  return {
    moved: moved.map(({ number, isShifted = false, ...days }) => ({ number, ...spanOf(days), isShifted })),
    waived: waived.map(spanOf),
  }
}

/** The days whose interest is given up: those by which a payment moved alone, and those of a shift. */
export function lateDaysOf(plan: Stored): readonly DaySpan[] {
  const { moved, waived } = planMoves(plan)
  return [...moved.filter(({ isShifted }) => isShifted !== true), ...waived]
}

/**
 * By number, the days that were agreed for payments that moved. One that shifted onto the day of another payment is due on
 * an agreed day; one beyond the schedule is announced as on a day of its own.
 */
export function agreedDaysOf(plan: Stored): ReadonlyMap<number, LocalDate> {
  const { moved } = planMoves(plan)
  const agreed = new Set(moved.filter(({ isShifted }) => isShifted === true).map(({ from }) => from))
  return new Map(
    moved
      .filter(({ isShifted, to }) => isShifted !== true || !agreed.has(to))
      .map(({ number, from }) => [number, from]),
  )
}

/** By number, the days since which payments that moved alone bear no interest. */
export const movedAloneSince = (plan: Stored): ReadonlyMap<number, LocalDate> =>
  new Map(
    planMoves(plan)
      .moved.filter(({ isShifted }) => isShifted !== true)
      .map(({ number, from }) => [number, from]),
  )
