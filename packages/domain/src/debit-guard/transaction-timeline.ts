import type { BankCalendar } from '../calendar/bank-calendar.ts'
import { addDays, type LocalDate } from '../calendar/local-date.ts'
import { TransactionStatus } from '../payment/transaction-status.ts'
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

/** Banking days after the effective date in which a return comes. Source: domain.md §9; ACH facts §2. */
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

const WAY: readonly PaymentPhase[] = ['scheduled', 'sent', 'taken', 'cleared']

/** The days of the way if nothing goes wrong; a payment's due date stands for when it was scheduled. */
function expectedDates(payment: TimedPayment, calendar: BankCalendar): Map<PaymentPhase, LocalDate> {
  const { effectiveDate, dueDate, sameDay } = payment
  return new Map([
    ['scheduled', dueDate],
    ['sent', initiatedOn(calendar, effectiveDate, sameDay)],
    ['taken', effectiveDate],
    ['cleared', clearedOn(effectiveDate, calendar)],
  ])
}

/** The day on which a payment counts as cleared. Source: domain.md §9: effective date and two banking days. */
export const clearedOn = (effectiveDate: LocalDate, calendar: BankCalendar): LocalDate =>
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
  const dates = expectedDates(payment, calendar)
  const steps = WAY.flatMap((step): TimelineStep[] => {
    const date = dates.get(step)
    const isEnded = phase === 'cameBack' || phase === 'notSent' || phase === 'pastDue'
    const lastDone = phase === 'cameBack' ? 'taken' : isEnded ? 'scheduled' : phase
    const done = WAY.indexOf(step) <= WAY.indexOf(lastDone)
    return date === undefined || (isEnded && !done) ? [] : [{ phase: step, date, done }]
  })
  const pastDueAfter = addDays(payment.dueDate, pastDueGraceDays)
  const ending: Partial<Record<PaymentPhase, LocalDate>> = {
    cameBack: payment.returnedOn ?? payment.effectiveDate,
    notSent: payment.effectiveDate,
    pastDue: pastDueAfter,
  }
  const endedOn = ending[phase]
  return {
    phase,
    mayComeBackUntil: phase === 'taken' ? (dates.get('cleared') ?? null) : null,
    pastDueAfter: phase === 'scheduled' ? pastDueAfter : null,
    steps: endedOn === undefined ? steps : [...steps, { phase, date: endedOn, done: true }],
  }
}
