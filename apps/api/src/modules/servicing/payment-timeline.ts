import { storedGuardWords } from '@dolphin/domain/payments/debit-guard/guard-words'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { ForReaders } from '../../reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type { paymentDetailCall } from '@dolphin/contract/servicing'
import type { BookedMovement } from '@dolphin/database/servicing/loan-books-repository'
import {
  ENDED_STATUSES,
  type GuardAnswerRow,
  NEWEST_ENDED,
} from '@dolphin/database/loans/loan-page-repository'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { isReturnCode, returnRule } from '@dolphin/domain/payments/debit-guard/return-codes'
import {
  type TimedPayment,
  transactionTimeline,
} from '@dolphin/domain/payments/debit-guard/transaction-timeline'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { TransactionPurpose, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import type { LoanStanding } from './loan-standing-page.ts'

type Row = ForReaders<CallReply<typeof paymentDetailCall>>['timeline'][number]

interface TimelineFacts {
  /** The movements to tell of. */
  readonly shown: readonly BookedMovement[]
  readonly calendar: BankCalendar
  readonly pastDueGraceDays: number
  /** Of movements of which the guard's last word was no. */
  readonly denials: readonly GuardAnswerRow[]
}

/** The movements that people look for first: all on their way, and the newest of the others. They are by day. */
export function newestMovements(transactions: readonly BookedMovement[]): BookedMovement[] {
  let ended = transactions.filter(({ status }) => ENDED_STATUSES.includes(status)).length
  return transactions.filter(({ status }) => {
    if (!ENDED_STATUSES.includes(status)) return true
    ended -= 1
    return ended < NEWEST_ENDED
  })
}

/** The shown movements of a loan and every agreed payment without one, by day. Source: domain.md §9. */
export function paymentTimeline(standing: LoanStanding, facts: TimelineFacts): Row[] {
  const denials = new Map(facts.denials.map((denial) => [denial.transactionNo, denial]))
  const made = facts.shown.map((transaction) =>
    movementRow(transaction, facts, denials.get(transaction.transactionNo)),
  )
  const numbers = new Set(standing.transactions.map(({ installmentNumber }) => installmentNumber))
  const toCome = standing.schedule
    .filter(({ agreed }) => !numbers.has(agreed.number))
    .map(({ agreed, payment }): Row => {
      const { dueDate, number } = agreed
      const isLate = dueDate < standing.today
      const status = isLate ? TransactionStatus.pastDue : TransactionStatus.none
      return {
        transactionNo: null,
        installmentNo: number,
        purpose: TransactionPurpose.installment,
        direction: 'in',
        amount: moneyToWire(payment),
        date: formatLocalDate(dueDate),
        ...wayOf({ status, effectiveDate: dueDate, dueDate, returnedOn: null, sameDay: false }, facts),
        reason: isLate
          ? {
              en: 'This payment was not taken and has not reached us.',
              es: 'Este pago no se cobró ni nos ha llegado.',
            }
          : null,
      }
    })
  return [...made, ...toCome].toSorted((left, right) =>
    left.date < right.date ? -1 : Number(left.date > right.date),
  )
}

function movementRow(
  transaction: BookedMovement,
  facts: TimelineFacts,
  denial: GuardAnswerRow | undefined,
): Row {
  const { transactionNo, installmentNumber, purpose, type, amount, effectiveDate, returnedOn } = transaction
  // The column holds the domain's transaction status and nothing else.
  const status = transaction.status as TransactionStatus
  const timed = { status, effectiveDate, dueDate: effectiveDate, returnedOn, sameDay: false }
  return {
    transactionNo,
    installmentNo: installmentNumber,
    purpose,
    direction: type === TransactionType.debit ? 'in' : 'out',
    amount: moneyToWire(amount),
    date: formatLocalDate(effectiveDate),
    ...wayOf(timed, facts),
    reason: reasonOf(transaction, denial),
  }
}

function wayOf(
  payment: TimedPayment,
  { calendar, pastDueGraceDays }: TimelineFacts,
): Pick<Row, 'phase' | 'mayComeBackUntil' | 'steps'> {
  const { phase, mayComeBackUntil, steps } = transactionTimeline(payment, calendar, pastDueGraceDays)
  return {
    phase,
    mayComeBackUntil: wireDay(mayComeBackUntil),
    // Of a payment that is done the day says it all.
    steps: phase === 'cleared' ? [] : steps.map((step) => ({ ...step, date: formatLocalDate(step.date) })),
  }
}

const wireDay = (day: LocalDate | null): string | null => (day === null ? null : formatLocalDate(day))

/** The bank's reason in plain words, else what the guard said last, where it said no. */
function reasonOf({ returnCode }: BookedMovement, denial: GuardAnswerRow | undefined): Localized | null {
  if (returnCode !== null && isReturnCode(returnCode)) return returnRule(returnCode).words
  return denial === undefined ? null : storedGuardWords(denial.words)
}
