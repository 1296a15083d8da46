import { storedEligibilityText } from '@dolphin/domain/payments/debit-eligibility/eligibility-texts'
import type { Localized } from '@dolphin/domain/portfolios/localized'
import type { ForReaders } from '../../reader-words.ts'
import type { CallReply } from '@dolphin/contract/call'
import type { paymentDetailCall } from '@dolphin/contract/servicing'
import type { AccountTransaction } from '@dolphin/database/servicing/loan-account-rows-repository'
import { ENDED_STATUSES, NEWEST_ENDED } from '@dolphin/database/loans/loan-page-repository'
import type { EligibilityResultRow } from '@dolphin/database/loans/loan-standing-columns'
import type { BankCalendar } from '@dolphin/domain/calendar/bank-calendar'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { isReturnCode, returnRule } from '@dolphin/domain/payments/debit-eligibility/return-codes'
import {
  type TimedPayment,
  transactionTimeline,
} from '@dolphin/domain/payments/debit-eligibility/transaction-timeline'
import { moneyToWire } from '@dolphin/domain/money/cents'
import { TransactionPurpose, TransactionStatus, TransactionType } from '@dolphin/domain/payments/codes'
import {
  type ComingPayment,
  type ExpectedFromBorrower,
  sentByOf,
} from '@dolphin/domain/servicing/next-payment'
import type { MovedPayment } from '@dolphin/domain/servicing/moved-payments'
import { REVERSAL_WORDS } from '@dolphin/domain/payments/reversal'
import { isWithdrawnRetry, numbersMade } from './agreed-installments.ts'
import { planMoves } from './moved-payments.ts'
import type { LoanSummary } from './loan-standing-page.ts'
import { stoppedPayments } from './stopped-payments.ts'

type Row = ForReaders<CallReply<typeof paymentDetailCall>>['timeline'][number]

interface TimelineFacts {
  /** The transactions to tell of. */
  readonly shown: readonly AccountTransaction[]
  readonly calendar: BankCalendar
  readonly pastDueGraceDays: number
  /** Of transactions whose last eligibility result is blocked. */
  readonly ineligibleResults: readonly EligibilityResultRow[]
  /** What the borrower pays by an open change. */
  readonly expected: ExpectedFromBorrower | null
}

/** The transactions that people look for first: all on their way, and the newest of the others. They are by day. */
export function newestTransactions(transactions: readonly AccountTransaction[]): AccountTransaction[] {
  let ended = transactions.filter(({ status }) => ENDED_STATUSES.includes(status)).length
  return transactions.filter(({ status }) => {
    if (!ENDED_STATUSES.includes(status)) return true
    ended -= 1
    return ended < NEWEST_ENDED
  })
}

/** The shown transactions of a loan and every agreed payment without one, by day. Source: domain.md §9. */
export function paymentTimeline(summary: LoanSummary, facts: TimelineFacts): Row[] {
  const ineligibleResults = new Map(
    facts.ineligibleResults.map((ineligible) => [ineligible.transactionNo, ineligible]),
  )
  const moved = new Map(planMoves(summary.current.plan).moved.map((one) => [one.number, one]))
  const shown = facts.shown.filter(
    (transaction) =>
      !isWithdrawnRetry(transaction) && (summary.isAsked || transaction.status !== TransactionStatus.pastDue),
  )
  const made = shown.map((transaction) =>
    transactionRow(transaction, facts, {
      ineligible: ineligibleResults.get(transaction.transactionNo),
      movedFrom: moved.get(transaction.installmentNumber ?? 0),
      coming: comingDebit(summary, transaction),
    }),
  )
  const stopped = stoppedPayments(summary.current.plan)
  const numbers = numbersMade(summary.transactions)
  const toCome = summary.shown
    .filter(({ agreed }) => !numbers.has(agreed.number))
    .map(({ agreed, payment }): Row => {
      const { dueDate, number } = agreed
      const isLate = dueDate < summary.today
      const status = isLate ? TransactionStatus.pastDue : TransactionStatus.none
      const hold = summary.coming.find((one) => one.number === number)?.hold ?? null
      return {
        transactionNo: null,
        installmentNo: number,
        purpose: TransactionPurpose.installment,
        direction: 'in',
        amount: moneyToWire(payment),
        date: formatLocalDate(dueDate),
        stopped: stopped.includes(number),
        sentBy: sentByOf(
          { debit: stopped.includes(number) || isLate ? 'stopped' : 'none', hold },
          summary.isCollected,
        ),
        ...wayOf({ status, effectiveDate: dueDate, dueDate, returnedOn: null, sameDay: false }, facts),
        reason: isLate
          ? {
              en: 'This payment was not taken and has not reached us.',
              es: 'Este pago no se cobró ni nos ha llegado.',
            }
          : stopped.includes(number)
            ? STOPPED
            : (hold?.words ?? movedWords(moved.get(number))),
      }
    })
  return [...made, ...toCome, ...expectedRows(summary, facts)].toSorted((left, right) =>
    left.date < right.date ? -1 : Number(left.date > right.date),
  )
}

/** A payment that the borrower sends, or that we charge by phone, until its last day. */
function expectedRows({ today }: LoanSummary, { expected }: TimelineFacts): Row[] {
  if (expected === null || expected.by < today) return []
  const { purpose, amount, by } = expected
  return [
    {
      transactionNo: null,
      installmentNo: null,
      purpose,
      direction: 'in',
      amount: moneyToWire(amount),
      date: formatLocalDate(by),
      stopped: false,
      sentBy: 'borrower',
      phase: 'scheduled',
      mayComeBackUntil: null,
      steps: [],
      reason: null,
    },
  ]
}

/** A planned debit as it is to come: its amount is never more than is owed then. */
const comingDebit = (
  { coming }: LoanSummary,
  { installmentNumber, purpose, effectiveDate, status }: AccountTransaction,
): ComingPayment | undefined =>
  status === TransactionStatus.none
    ? coming.find(
        (one) =>
          one.debit === 'planned' &&
          one.purpose === purpose &&
          one.number === installmentNumber &&
          one.dueDate >= effectiveDate,
      )
    : undefined

function transactionRow(transaction: AccountTransaction, facts: TimelineFacts, known: Known): Row {
  const { transactionNo, installmentNumber, purpose, type, amount, effectiveDate, returnedOn } = transaction
  // The column holds the domain's transaction status and nothing else.
  const status = transaction.status as TransactionStatus
  // One that its batch left out is taken on a later day, as the next payment says.
  const day = known.coming?.dueDate ?? effectiveDate
  const timed = { status, effectiveDate: day, dueDate: effectiveDate, returnedOn, sameDay: false }
  return {
    transactionNo,
    installmentNo: installmentNumber,
    purpose,
    direction: type === TransactionType.debit ? 'in' : 'out',
    amount: moneyToWire(known.coming?.amount ?? amount),
    date: formatLocalDate(day),
    stopped: false,
    sentBy: purpose === TransactionPurpose.receipt ? 'borrower' : sentByOf(known.coming ?? SENT, true),
    ...wayOf(timed, facts),
    reason: reasonOf(transaction, known),
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

/** What else is known of a transaction. */
interface Known {
  readonly ineligible: EligibilityResultRow | undefined
  /** Of a planned debit, what the batch will take, or why it will not. */
  readonly coming: ComingPayment | undefined
  /** Of a payment that we moved. */
  readonly movedFrom: MovedPayment | undefined
}

const SENT = { debit: 'sent' } as const

const STOPPED: Localized = {
  en: 'You stopped this payment, so we do not take it. Send it yourself by its day.',
  es: 'Usted detuvo este pago, así que no lo cobramos. Envíelo usted a más tardar ese día.',
}

/** Why a payment has another day than agreed; null where it has none. */
function movedWords(moved: MovedPayment | undefined): Localized | null {
  if (moved === undefined) return null
  const { from, isShifted } = moved
  return isShifted === true
    ? {
        en: `We moved your payments to later paydays, this one from ${dayIn(from, 'en')}. It does not count as late, and moving it costs you no interest.`,
        es: `Cambiamos sus pagos a días de pago posteriores; este era del ${dayIn(from, 'es')}. No cuenta como atrasado y el cambio no le cuesta intereses.`,
      }
    : {
        en: `We moved this payment from ${dayIn(from, 'en')}. It does not count as late, and the days in between bear no interest.`,
        es: `Cambiamos este pago del ${dayIn(from, 'es')}. No cuenta como atrasado y los días intermedios no generan intereses.`,
      }
}

/** The bank's reason in plain words, else the last eligibility result, where it is blocked, else that we moved it. */
function reasonOf(
  { returnCode, reversalReason }: AccountTransaction,
  { coming, ineligible, movedFrom }: Known,
): Localized | null {
  if (coming?.hold) return coming.hold.words
  if (reversalReason !== null) return REVERSAL_WORDS[reversalReason]
  if (returnCode !== null && isReturnCode(returnCode)) return returnRule(returnCode).words
  return ineligible === undefined ? movedWords(movedFrom) : storedEligibilityText(ineligible.words)
}
