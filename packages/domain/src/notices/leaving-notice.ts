import { type LocalDate, parseLocalDate } from '../calendar/local-date.ts'
import { writtenDay } from '../calendar/written-day.ts'
import { APPLYING_STATUSES, LIVE_STATUSES, LoanStatus, OriginatingSubStatus } from '../loans/codes.ts'
import type { LoanState } from '../loans/loan-life.ts'
import type { Cents } from '../money/cents.ts'
import { formatCurrency } from '../money/currency-format.ts'
import { TransactionStatus } from '../payments/codes.ts'
import type { Words } from '../portfolios/localized.ts'
import type { NextPayment } from '../servicing/next-payment.ts'
import { nextPaymentWords, retryWords } from '../servicing/next-payment-words.ts'
import type { StatedFact } from './notice-conditions.ts'
import { restatedLines } from './stated-line.ts'

/** A queued notice: its values, and the parts of the key that says which one it is ("paymentMoved/118-1/3/…"). */
export interface QueuedStatement {
  readonly key: readonly string[]
  readonly values: Readonly<Record<string, unknown>>
}

/** A debit that comes, as its notice names it. */
export interface AnnouncedDebit {
  /** `installment/3`, `change/12`. */
  readonly item: string
  readonly date: LocalDate
  readonly amount: Cents
  /** Until when something can still be done about it: changed, else stopped; null once a file has it. */
  readonly changeBy: LocalDate | null
}

/** A loan as it is when a notice about it leaves. */
export interface LoanToday {
  readonly state: LoanState
  readonly isSigned: boolean
  readonly now: Date
  /** In bankruptcy no payment is asked for. */
  readonly asksNothing: boolean
  /** None where nothing is to come. */
  readonly next: NextPayment | undefined
  /** Days on which each payment of the schedule comes, a retry's too. */
  readonly coming: readonly {
    readonly number: number | null
    readonly date: LocalDate
    readonly amount: Cents
  }[]
  readonly debits: readonly AnnouncedDebit[]
  readonly pastDue: { readonly amount: Cents; readonly days: number }
  readonly transactions: readonly {
    readonly transactionNo: string
    readonly originalTransactionNo: string | null
    readonly status: number
    readonly date: LocalDate
  }[]
  readonly changes: readonly {
    readonly changeNo: string
    /** For the borrower's signature, or to be confirmed again. */
    readonly isOpen: boolean
    /** Neither undone nor failed. */
    readonly isInForce: boolean
    readonly until: Date
  }[]
  /** The day on which money that has not left is sent, mailed where it is a check, and the day from which it counts. */
  readonly payout: {
    readonly sentOn: LocalDate
    readonly mailedOn: LocalDate | null
    readonly arrivesOn: LocalDate
  } | null
  readonly qualifiedUntil: Date | null
}

/** Values as they are now; null where nothing that the notice states is so any more. */
type Restated = Readonly<Record<string, unknown>> | null
type Restate = (queued: QueuedStatement, today: LoanToday) => Restated

const AS_QUEUED: Restated = {}

function nextPayment({ values }: QueuedStatement, { next, state }: LoanToday): Restated {
  const shown = ['firstPayment', 'nextPayment'].filter((name) => `${name}Date` in values)
  if (shown.length === 0) return AS_QUEUED
  if (next === undefined || !LIVE_STATUSES.includes(state.status)) return null
  const days = shown.map((name) => [`${name}Date`, writtenDay(next.date)])
  const amounts = shown.map((name) => [`${name}Amount`, formatCurrency(next.total)])
  return Object.fromEntries([...days, ...amounts])
}

/** The debit that a notice names by "debitNotice/loan/item…/day/amount" or "hardshipOffer/loan/day". */
function plannedDebit({ key, values }: QueuedStatement, { debits }: LoanToday): Restated {
  const dayAt = key.findLastIndex((part) => parseLocalDate(part) !== undefined)
  const day = parseLocalDate(key[dayAt] ?? '')
  const item = key.slice(2, dayAt).join('/')
  const debit = debits.find(
    (one) =>
      one.date === day &&
      (item === '' || one.item === item) &&
      formatCurrency(one.amount) === values['amount'],
  )
  if (debit === undefined || debit.changeBy === null) return null
  return 'changeBy' in values ? { changeBy: writtenDay(debit.changeBy) } : AS_QUEUED
}

/** "paymentMoved/loan/number/from/to". */
function movedPayment({ key }: QueuedStatement, { coming }: LoanToday): Restated {
  const [, , number, from, to] = key
  const moved = Number(number)
  if (from === undefined || to === undefined || !Number.isInteger(moved)) return AS_QUEUED
  const days = coming.filter((one) => one.number === moved)
  const [first] = days
  if (first === undefined) return null
  const { date, amount } = days.find((one) => one.date === parseLocalDate(to)) ?? first
  return { paymentDate: writtenDay(date), amount: formatCurrency(amount) }
}

function pastDue(_queued: QueuedStatement, { asksNothing, pastDue: { amount, days } }: LoanToday): Restated {
  return amount === 0n || asksNothing
    ? null
    : { pastDueAmount: formatCurrency(amount), daysOverdue: days.toString() }
}

function payout({ values }: QueuedStatement, { state, payout: planned }: LoanToday): Restated {
  if (state.status !== LoanStatus.approved || planned === null) return null
  if (!('mailedOn' in values)) return { disbursementDate: writtenDay(planned.sentOn) }
  if (planned.mailedOn === null) return null
  return { mailedOn: writtenDay(planned.mailedOn), arrivalDate: writtenDay(planned.arrivesOn) }
}

function moneySent({ key }: QueuedStatement, { transactions }: LoanToday): Restated {
  const sent = transactions.find(({ transactionNo }) => key.includes(transactionNo))
  return sent?.status === TransactionStatus.rejected ? null : AS_QUEUED
}

const changeOf = ({ key }: QueuedStatement, { changes }: LoanToday) =>
  changes.find(({ changeNo }) => key.includes(changeNo))

/** A change that is still to be signed or confirmed, in time. */
function openChange(queued: QueuedStatement, today: LoanToday): Restated {
  const change = changeOf(queued, today)
  return change?.isOpen === true && today.now < change.until ? AS_QUEUED : null
}

const savedChange = (queued: QueuedStatement, today: LoanToday): Restated =>
  changeOf(queued, today)?.isInForce === true ? AS_QUEUED : null

const signing = (_queued: QueuedStatement, { state, isSigned }: LoanToday): Restated =>
  state.subStatus === OriginatingSubStatus.customerReview && !isSigned ? AS_QUEUED : null

const application = (_queued: QueuedStatement, { state, isSigned }: LoanToday): Restated =>
  APPLYING_STATUSES.includes(state.status) &&
  !(isSigned && state.subStatus === OriginatingSubStatus.customerReview)
    ? AS_QUEUED
    : null

function offer(_queued: QueuedStatement, today: LoanToday): Restated {
  const { qualifiedUntil, now, state } = today
  return APPLYING_STATUSES.includes(state.status) && qualifiedUntil !== null && now < qualifiedUntil
    ? AS_QUEUED
    : null
}

const RESTATE: Readonly<Record<StatedFact, Restate>> = {
  nextPayment,
  plannedDebit,
  movedPayment,
  pastDue,
  payout,
  moneySent,
  openChange,
  savedChange,
  signing,
  application,
  offer,
}

/** The day on which a payment that came back ("paymentReturned/transaction") is tried again, as things stand. */
function retryOf({ key }: QueuedStatement, { transactions }: LoanToday): LocalDate | undefined {
  return transactions.find(
    ({ originalTransactionNo, status }) =>
      status === TransactionStatus.none &&
      originalTransactionNo !== null &&
      key.includes(originalTransactionNo),
  )?.date
}

const isList = (value: unknown): value is readonly Words[] => Array.isArray(value)

/**
 * The values with which a notice leaves: what it states as it is today, all else as it was queued. Null where nothing that
 * it states is so any more: another notice says what is (`NOTICE_CONDITIONS`). Source: domain.md §11, §14.
 */
export function leavingNotice(
  states: StatedFact,
  queued: QueuedStatement,
  today: LoanToday,
): Readonly<Record<string, unknown>> | null {
  const restated = RESTATE[states](queued, today)
  if (restated === null) return null
  const lines = {
    nextPayment: nextPaymentWords(today.next, today),
    retry: [retryWords(retryOf(queued, today))],
  }
  const values = Object.entries(queued.values).map(([name, value]): [string, unknown] => [
    name,
    isList(value) ? restatedLines(value, lines) : value,
  ])
  return { ...Object.fromEntries(values), ...restated }
}
