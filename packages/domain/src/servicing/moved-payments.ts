import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { addDays, type LocalDate } from '../calendar/local-date.ts'
import { earliestDebitAfterNotice } from '../payments/debit-eligibility/notice-timing.ts'
import type { DaySpan } from './late-days.ts'
import type { AccountState, AccountTerms } from './loan-account.ts'
import { type PlannedPayment, type ProjectedPayment, projectPayments } from './projection.ts'

/** An agreed payment that the lender moved, because it missed the notice or the batch of its day. */
export interface MovedPayment {
  readonly number: number
  /** The day agreed with the borrower. */
  readonly from: LocalDate
  readonly to: LocalDate
  /**
   * The whole schedule shifted: the days in between bear interest, but for those given up once for all of it
   * (shifted-payments.ts). Left out where this payment moved alone.
   */
  readonly isShifted?: boolean
}

/** Calendar days of notice before a debit on a new date. Source: ach.md §5, Nacha. */
const NEW_DATE_DAYS = 7

/**
 * The first banking day on which a debit that the lender missed may be taken when its notice leaves on a day: seven calendar
 * days for a new date, three business days before it is sent. Its amount is as agreed, so the ten days of Regulation E
 * are not asked for. Source: domain.md §14; 12 CFR 1041.9(b)(3).
 */
export function firstDayAfterMissed(noticeOn: LocalDate, calendar: BankCalendar): LocalDate {
  const notified = earliestDebitAfterNotice(noticeOn, calendar)
  const dated = calendar.onOrAfter(addDays(noticeOn, NEW_DATE_DAYS))
  return notified > dated ? notified : dated
}

/** The ten days of Regulation E, for a debit that takes another amount than agreed. Source: 12 CFR 1005.10(d)(1). */
const OTHER_AMOUNT_DAYS = 10

/** The same where the debit takes another amount than agreed. */
export function firstDayAfterMissedAmount(noticeOn: LocalDate, calendar: BankCalendar): LocalDate {
  const soonest = firstDayAfterMissed(noticeOn, calendar)
  const varied = calendar.onOrAfter(addDays(noticeOn, OTHER_AMOUNT_DAYS))
  return varied > soonest ? varied : soonest
}

/** What the new days of missed payments follow from. */
export interface MissedPayments {
  readonly terms: AccountTerms
  readonly state: AccountState
  /** In order of their days. */
  readonly missed: readonly (PlannedPayment & { readonly agreedOn: LocalDate })[]
  /** Agreed payments and other debits still to come, without the missed ones. */
  readonly coming: readonly PlannedPayment[]
  /** The day on which their notices leave. */
  readonly noticeDay: LocalDate
  readonly calendar: BankCalendar
}

/** The new days, and all payments to come as they will be. */
export interface MovedSchedule {
  readonly moved: readonly MovedPayment[]
  /** Days whose interest is given up: of a payment that moved alone those in between. */
  readonly waived: readonly DaySpan[]
  readonly payments: readonly ProjectedPayment[]
}

/**
 * New days for payments that the lender missed and that move alone: each on the first banking day that its notice allows
 * and that has no other debit, beyond the maximum term if need be. Amounts stay; the interest of the days in between is
 * given up, so each pays the principal that was agreed, and only the last payment shrinks. More than one missed shifts
 * the schedule instead (shifted-payments.ts). Source: domain.md §14.
 */
export function moveMissed(asked: MissedPayments): MovedSchedule {
  const { missed, noticeDay, calendar } = asked
  const moved = newDays(asked, firstDayAfterMissed(noticeDay, calendar))
  const payments = paymentsAfter(asked, moved, moved)
  const amountOf = new Map(payments.map(({ number, payment }) => [number, payment]))
  if (missed.every(({ number, amount }) => amountOf.get(number) === amount))
    return { moved, waived: moved, payments }
  const later = newDays(asked, firstDayAfterMissedAmount(noticeDay, calendar))
  return { moved: later, waived: later, payments: paymentsAfter(asked, later, later) }
}

/** A day for each, none taken twice. */
function newDays({ missed, coming, calendar }: MissedPayments, first: LocalDate): MovedPayment[] {
  const taken = new Set(coming.map(({ dueDate }) => calendar.onOrAfter(dueDate)))
  let day = first
  return missed.map(({ number, agreedOn: from }) => {
    while (taken.has(day)) day = calendar.next(day)
    taken.add(day)
    return { number, from, to: day }
  })
}

/** All payments to come on their days after a move, without the interest that is given up for it. */
export function paymentsAfter(
  { terms, state, missed, coming }: Pick<MissedPayments, 'terms' | 'state' | 'missed' | 'coming'>,
  moved: readonly Pick<MovedPayment, 'number' | 'to'>[],
  waived: readonly DaySpan[],
): readonly ProjectedPayment[] {
  const dayOf = new Map(moved.map(({ number, to }) => [number, to]))
  const planned = [...missed, ...coming]
    .map(({ number, amount, dueDate }) => ({ number, amount, dueDate: dayOf.get(number) ?? dueDate }))
    .toSorted((left, right) => left.dueDate - right.dueDate || left.number - right.number)
  const lateDays = [...(terms.lateDays ?? []), ...waived]
  return projectPayments({ ...terms, lateDays }, state, planned).payments
}
