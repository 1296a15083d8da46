import { assert } from '../assert.ts'
import { addDays, daysBetween, type LocalDate } from '../calendar/local-date.ts'
import type { DaySpan } from './late-days.ts'
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
 * shift costs nothing. Source: domain.md §14, "a payment that we should have announced and did not".
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
    [...missed.map(({ agreedOn }) => agreedOn), ...agreed.map(({ dueDate }) => dueDate)].toSorted(byDay),
    [...nearDays, ...moved.map(({ to }) => to)].toSorted(byDay),
  )
  const coming = [...agreed, ...beside]
  return { moved, waived, payments: paymentsAfter({ ...asked, coming }, moved, waived) }
}

const byDay = (left: LocalDate, right: LocalDate): number => left - right

/** The days before each payment that are more than were agreed before the payment in its place. */
function waivedDays(agreed: readonly LocalDate[], shifted: readonly LocalDate[]): DaySpan[] {
  return shifted.flatMap((to, index) => {
    const [since, before] = [agreed[index], agreed[index - 1]]
    assert(since !== undefined, 'as many payments were agreed')
    const previous = shifted[index - 1]
    const from =
      before === undefined || previous === undefined ? since : addDays(previous, daysBetween(before, since))
    return from < to ? [{ from, to }] : []
  })
}
