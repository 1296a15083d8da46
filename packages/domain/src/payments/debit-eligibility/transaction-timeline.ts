import type { BankCalendar } from '../../calendar/bank-calendar.ts'
import { addDays, type LocalDate } from '../../calendar/local-date.ts'
import { TransactionStatus } from '../codes.ts'
import { initiatedOn } from './notice-timing.ts'

/** Where a payment stands, as people say it. */
export type PaymentPhase =
  | 'scheduled'
  | 'sent'
  /** From the account, but the bank may still send it back. */
  | 'taken'
  | 'cleared'
  | 'cameBack'
  /** Refused before it was sent. */
  | 'notSent'
  | 'pastDue'

/** One payment, with or without a transaction yet. */
export interface TimedPayment {
  /** `none` while there is no transaction. */
  readonly status: TransactionStatus
  readonly effectiveDate: LocalDate
  readonly dueDate: LocalDate
  /** Null until the bank sent it back. */
  readonly returnedOn: LocalDate | null
  readonly sameDay: boolean
}

/** One step of the way, done or still expected. */
export interface TimelineStep {
  readonly phase: PaymentPhase
  readonly date: LocalDate
  readonly done: boolean
}

/** What a page shows of one payment. */
export interface TransactionTimeline {
  readonly phase: PaymentPhase
  /** Until when the bank may send it back in its ordinary course; only while it is taken. */
  readonly mayComeBackUntil: LocalDate | null
  /** Until when a payment that is not sent is not past due yet; only while it is scheduled. */
  readonly pastDueAfter: LocalDate | null
  readonly steps: readonly TimelineStep[]
}

/** Banking days after the effective date in which a return comes. Source: domain.md §9; ach.md §2. */
const RETURN_BANKING_DAYS = 2

const { none, pending, onBatch, notChecked, checked, rejected, pastDue } = TransactionStatus

function phaseOf({ status, returnedOn }: TimedPayment): PaymentPhase {
  switch (status) {
    case none:
    case pending:
      return 'scheduled'
    case onBatch:
      return 'sent'
    case notChecked:
      return 'taken'
    case checked:
      return 'cleared'
    case rejected:
      return returnedOn === null ? 'notSent' : 'cameBack'
    case pastDue:
      return 'pastDue'
  }
}

/** How many steps of the way (scheduled, sent, taken, cleared) are done in each phase. */
const STEPS_DONE: Readonly<Record<PaymentPhase, number>> = {
  scheduled: 1,
  sent: 2,
  taken: 3,
  cleared: 4,
  cameBack: 3,
  notSent: 1,
  pastDue: 1,
}

/** The day on which a payment counts as cleared. Source: domain.md §9: effective date and two banking days. */
const clearedOn = (effectiveDate: LocalDate, calendar: BankCalendar): LocalDate =>
  calendar.addBankingDays(effectiveDate, RETURN_BANKING_DAYS)

/**
 * A payment's way for people: what was, what is, and when the rest is expected. Of one that came back the way to its
 * account stands as done; of one that was not sent only that it was scheduled.
 */
export function transactionTimeline(
  payment: TimedPayment,
  calendar: BankCalendar,
  pastDueGraceDays: number,
): TransactionTimeline {
  const phase = phaseOf(payment)
  const { effectiveDate, dueDate, returnedOn, sameDay } = payment
  const cleared = clearedOn(effectiveDate, calendar)
  const pastDueAfter = addDays(dueDate, pastDueGraceDays)
  // A payment's due date stands for when it was scheduled.
  const done = STEPS_DONE[phase]
  const step = (of: PaymentPhase, date: LocalDate, place: number): TimelineStep => ({
    phase: of,
    date,
    done: place <= done,
  })
  const way = [
    step('scheduled', dueDate, 1),
    step('sent', initiatedOn(calendar, effectiveDate, sameDay), 2),
    step('taken', effectiveDate, 3),
    step('cleared', cleared, 4),
  ]
  const ending: Partial<Record<PaymentPhase, LocalDate>> = {
    cameBack: returnedOn ?? effectiveDate,
    notSent: effectiveDate,
    pastDue: pastDueAfter,
  }
  const endedOn = ending[phase]
  return {
    phase,
    mayComeBackUntil: phase === 'taken' ? cleared : null,
    pastDueAfter: phase === 'scheduled' ? pastDueAfter : null,
    steps: endedOn === undefined ? way : [...way.slice(0, done), { phase, date: endedOn, done: true }],
  }
}
