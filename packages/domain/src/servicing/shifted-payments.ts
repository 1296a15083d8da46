import { assert } from '../assert.ts'
import { addDays, type LocalDate } from '../calendar/local-date.ts'
import { type DaySpan, merged } from './late-days.ts'
import {
  firstDayAfterMissed,
  type MissedPayments,
  type MovedSchedule,
  paymentsAfter,
} from './moved-payments.ts'
import type { PlannedPayment } from './projection.ts'

/** What a shifted schedule follows from. */
export interface ShiftedPayments extends Omit<MissedPayments, 'coming'> {
  /** Agreed payments to come that no debit was made for, by day: they shift. */
  readonly agreed: readonly PlannedPayment[]
  /** Other money to come, on days of its own. */
  readonly beside: readonly PlannedPayment[]
  /** The next paydays of the loan after a day. */
  readonly paydaysAfter: (day: LocalDate, count: number) => readonly LocalDate[]
}

/**
 * The schedule once the lender has missed more than one payment: it shifts by as many paydays. What was missed takes the
 * days of the payments to come, those the days after, and the last go on the next paydays, beyond the maximum term if need
 * be. A payment too near to be announced anew stays, which leaves the same days with the same amounts. No payment waits
 * for interest longer than was agreed: what the days between two payments are more than that is given up, so that the
 * shift costs nothing. Source: domain.md §14.
 */
export function shiftMissed(asked: ShiftedPayments): MovedSchedule {
  const { missed, agreed, beside, noticeDay, calendar, paydaysAfter } = asked
  const soonest = firstDayAfterMissed(noticeDay, calendar)
  const near = agreed.filter(({ dueDate }) => dueDate < soonest)
  const shifting = [
    ...missed.map(({ number, agreedOn }) => ({ number, from: agreedOn })),
    ...agreed.filter((one) => !near.includes(one)).map(({ number, dueDate: from }) => ({ number, from })),
  ]
  const open = agreed.filter((one) => !near.includes(one)).map(({ dueDate }) => dueDate)
  const taken = new Set(beside.map(({ dueDate }) => calendar.onOrAfter(dueDate)))
  const last = agreed.at(-1)?.dueDate ?? noticeDay
  const after = last > soonest ? last : addDays(soonest, -1)
  const further = paydaysAfter(after, missed.length + taken.size).filter((day) => !taken.has(day))
  const days = [...open, ...further]
  const moved = shifting.map(({ number, from }, index) => {
    const to = days[index]
    assert(to !== undefined, 'there is always another payday')
    return { number, from, to, isShifted: true }
  })
  const nearDays = near.map(({ dueDate }) => dueDate)
  const waived = waivedDays(
    asked,
    [...missed.map(({ agreedOn }) => agreedOn), ...agreed.map(({ dueDate }) => dueDate)].toSorted(byDay),
    [...nearDays, ...moved.map(({ to }) => to)].toSorted(byDay),
  )
  const coming = [...agreed, ...beside]
  return { moved, waived, payments: paymentsAfter({ ...asked, coming }, moved, waived) }
}

const byDay = (left: LocalDate, right: LocalDate): number => left - right

/** Days after one and up to another that bear interest. */
const bearing = (free: readonly DaySpan[], from: LocalDate, to: LocalDate): number =>
  free.reduce(
    (days, span) => days - Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)),
    Math.max(0, to - from),
  )

/** What the days before each payment are more than those that were agreed to bear interest before the one in its place. */
function waivedDays(
  { terms, state }: Pick<ShiftedPayments, 'terms' | 'state'>,
  agreed: readonly LocalDate[],
  shifted: readonly LocalDate[],
): DaySpan[] {
  const free = merged(terms.lateDays ?? [])
  return shifted.flatMap((to, index) => {
    const due = agreed[index]
    assert(due !== undefined, 'as many payments were agreed')
    const days = bearing(free, agreed[index - 1] ?? state.accruedTo, due)
    const since = shifted[index - 1] ?? state.accruedTo
    let from = to
    while (bearing(free, since, from) > days) from = addDays(from, -1)
    return from < to ? [{ from, to }] : []
  })
}
