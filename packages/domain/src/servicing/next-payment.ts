import { batchCutOffOn, type BankingHours } from '../calendar/cut-off.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, min, sum, ZERO_CENTS } from '../money/cents.ts'
import {
  ChangeType,
  COMING_STATUSES,
  IN_FLIGHT_STATUSES,
  TransactionPurpose,
  TransactionStatus,
} from '../payments/codes.ts'
import { type DebitHold, isHeldByOthers } from '../payments/debit-eligibility/hold-ahead.ts'
import type { Localized } from '../portfolios/localized.ts'
import { changeDeadline, debitDeadline, takesSchedule } from './changes/change-basis.ts'
import type { ChangePlan, ExpectedPayment, ScheduleRow } from './changes/change-plan.ts'
import type { AccountState, AccountTerms } from './loan-account.ts'
import { type PlannedPayment, type ProjectedPayment, type Projection, projectPayments } from './projection.ts'
import type { AgreedInstallment, ServicedLoan } from './serviced-loan.ts'

/** A debit that is planned or with the bank. */
export interface ComingDebit {
  /** Null of a debit that pays no installment. */
  readonly installmentNumber: number | null
  readonly purpose: TransactionPurpose
  readonly effectiveDate: LocalDate
  readonly amount: Cents
  readonly status: TransactionStatus
  /** Why its batch will not take it, as things stand; left out where nothing is known. */
  readonly hold?: DebitHold | null
}

/** Where a debt stands, and what is agreed and planned to come in. */
export interface ComingFacts {
  readonly terms: AccountTerms
  readonly state: AccountState
  readonly today: LocalDate
  /** The first day on which a debit that is in no file can take effect; today where left out. */
  readonly soonest?: LocalDate
  /** Installments that a change has not removed and that no payment has paid. */
  readonly agreed: readonly AgreedInstallment[]
  readonly debits: readonly ComingDebit[]
  /** Numbers of payments whose debit the borrower has stopped; none where left out. */
  readonly stopped?: readonly number[]
  /** Money of the borrower that came before the payments it is for; left out where we take the payments. */
  readonly paidAhead?: Cents
  /** Numbers of the only payments that it is for; left out where it is for any. */
  readonly paidAheadFor?: readonly number[]
  /** The borrower sends the installments; left out where we take them. */
  readonly isSentByBorrower?: boolean
  /** Why the batch of an installment without a debit will not take it, as things stand. */
  readonly holdOf?: (installment: AgreedInstallment) => DebitHold | null
}

/** A payment to come, as it will be if all before it are made. */
export interface ComingPayment extends Omit<ProjectedPayment, 'number'> {
  /** Null of a payment that pays no installment. */
  readonly number: number | null
  readonly purpose: TransactionPurpose
  /** What is taken: of a debit that was sent, its amount; of any other, what is owed then where that is less. */
  readonly amount: Cents
  /**
   * A debit was made for it, or the borrower has stopped the one to come; of another installment without one, the mode
   * of the loan says who sends it.
   */
  readonly debit: 'none' | 'stopped' | 'planned' | 'sent'
  /** Why its batch will not take it on its day, as things stand; null where nothing is in the way, or it was sent. */
  readonly hold: DebitHold | null
}

export interface ComingPayments extends Pick<Projection, 'uncovered'> {
  /** By day; those that will take nothing are left out. */
  readonly payments: readonly ComingPayment[]
  /** Of the installments to come, those too that will take nothing. */
  readonly numbers: ReadonlySet<number>
}

/** Debits that take back what was paid out: with them every charge falls away. */
const UNDOING: readonly TransactionPurpose[] = [TransactionPurpose.rescission, TransactionPurpose.reversal]

type Planned = PlannedPayment & Pick<ComingPayment, 'purpose' | 'debit' | 'hold'>

const { none } = TransactionStatus

/** In which order the payments of a day count: what the borrower is to send comes after all that we take. */
function rankOf({ debit }: Planned, isSentByBorrower: boolean): number {
  if (debit === 'sent') return 0
  if (debit === 'planned') return 2
  return debit === 'stopped' || isSentByBorrower ? 3 : 1
}

/**
 * All that comes in: debits planned or with the bank, each on its own day, and installments that have none. On one day
 * what was sent counts first, then installments, then what was asked for besides, as the batch takes them; last what the
 * borrower sends, so that what a payoff takes with it is not asked for again.
 */
export function comingPayments(facts: ComingFacts): ComingPayments {
  const {
    terms,
    state,
    today,
    soonest = today,
    agreed,
    debits,
    stopped = [],
    paidAhead = ZERO_CENTS,
    paidAheadFor,
    isSentByBorrower = false,
    holdOf,
  } = facts
  const coming = debits.filter(({ status }) => COMING_STATUSES.includes(status))
  const collected = new Set(coming.map(({ installmentNumber }) => installmentNumber))
  const untouched = agreed.filter(
    ({ number, dueDate, status }) => dueDate >= today && status === none && !collected.has(number),
  )
  const isFor = ({ number }: AgreedInstallment): boolean => paidAheadFor?.includes(number) ?? true
  const left = [...withoutPaid(untouched.filter(isFor), paidAhead), ...untouched.filter((one) => !isFor(one))]
  const planned: Planned[] = [
    ...left.map(
      (installment): Planned => ({
        number: installment.number,
        dueDate: installment.dueDate,
        amount: installment.amount,
        purpose: TransactionPurpose.installment,
        debit: stopped.includes(installment.number) ? 'stopped' : 'none',
        hold: holdOf?.(installment) ?? null,
      }),
    ),
    ...coming.map(
      ({ installmentNumber, effectiveDate, amount, purpose, status, hold = null }, index): Planned => {
        const isSent = IN_FLIGHT_STATUSES.includes(status)
        const first = isSent ? today : soonest
        return {
          // A number that no installment has, another one for each debit outside the schedule
          number: installmentNumber ?? -1 - index,
          dueDate: effectiveDate > first ? effectiveDate : first,
          amount,
          purpose,
          isRescission: UNDOING.includes(purpose),
          ...(isSent ? { debit: 'sent', hold: null } : { debit: 'planned', hold }),
        }
      },
    ),
  ].toSorted(
    (left, right) =>
      left.dueDate - right.dueDate ||
      rankOf(left, isSentByBorrower) - rankOf(right, isSentByBorrower) ||
      left.number - right.number,
  )
  const { payments, uncovered } = projectPayments(terms, state, planned)
  // What pays no payment whole goes to what lies beyond the plan first: no payment is due less for it.
  const besides = min(partOfNext(untouched.filter(isFor), paidAhead), uncovered)
  if (besides > 0n) return comingPayments({ ...facts, paidAhead: cents(paidAhead - besides) })
  const projected = new Map(payments.map((payment) => [payment.number, payment]))
  return {
    uncovered,
    numbers: new Set([...planned, ...untouched].map(({ number }) => number)),
    payments: planned.flatMap((one) => comingPayment(one, projected.get(one.number)) ?? []),
  }
}

/** What of money paid ahead is for a payment that it does not pay whole. */
function partOfNext(agreed: readonly AgreedInstallment[], paid: Cents): Cents {
  let left = paid
  for (const { amount } of agreed.toSorted((one, other) => one.dueDate - other.dueDate)) {
    if (left < amount) return left
    left = cents(left - amount)
  }
  return ZERO_CENTS
}

/** What is left of payments, soonest first, of which so much was paid ahead. */
function withoutPaid(agreed: readonly AgreedInstallment[], paid: Cents): AgreedInstallment[] {
  let covering = paid
  return agreed
    .toSorted((left, right) => left.dueDate - right.dueDate)
    .flatMap((installment) => {
      const covered = min(installment.amount, covering)
      covering = cents(covering - covered)
      const amount = cents(installment.amount - covered)
      return amount === 0n ? [] : [{ ...installment, amount }]
    })
}

/** Nothing is owed then, but the debit is with the bank: what it takes is sent back. */
const NOTHING_OWED = {
  payment: ZERO_CENTS,
  fee: ZERO_CENTS,
  interest: ZERO_CENTS,
  principal: ZERO_CENTS,
  balanceAfter: ZERO_CENTS,
}

function comingPayment(
  { number, dueDate, purpose, debit, hold, amount }: Planned,
  projected: ProjectedPayment | undefined,
): ComingPayment | undefined {
  const one = { dueDate, purpose, debit, hold, number: number < 0 ? null : number }
  // What calls an entry back is as large as it, whatever is owed by then.
  const isWhole = debit === 'sent' || purpose === TransactionPurpose.reversal
  if (isWhole) return { ...(projected ?? NOTHING_OWED), ...one, amount }
  return projected === undefined ? undefined : { ...projected, ...one, amount: projected.payment }
}

/** A payment that the borrower sends by an open modification, or that we charge by phone. */
export interface ExpectedFromBorrower extends Pick<ExpectedPayment, 'amount' | 'by'> {
  readonly purpose: typeof TransactionPurpose.payOff | typeof TransactionPurpose.payDown
}

/** Who makes the money move. */
export type SentBy = 'us' | 'borrower'

/** One of the payments of a day. */
export interface NextPaymentPart {
  readonly purpose: TransactionPurpose
  /** Null of a payment that pays no installment. */
  readonly number: number | null
  readonly amount: Cents
  readonly sentBy: SentBy
  /** For the borrower, why we do not take it, or not on its day, and what to do; null where nothing is in the way. */
  readonly reason: Localized | null
  /** Until when it can be changed or taken back, which may have passed; null once it was sent. */
  readonly changeableUntil: Date | null
}

/** What comes next on a loan. */
export interface NextPayment {
  readonly date: LocalDate
  /** All that is taken or expected on that day, in cents: the sum of the parts. */
  readonly total: Cents
  /** In the order in which they count; never empty. */
  readonly parts: readonly NextPaymentPart[]
  /** The borrower where we take no part of it. */
  readonly sentBy: SentBy
  /** The first reason of its parts. */
  readonly reason: Localized | null
  /** The earliest deadline of the parts; null where all were sent. */
  readonly changeableUntil: Date | null
}

/** What the next payment follows from. */
export interface NextPaymentFacts {
  readonly coming: readonly ComingPayment[]
  readonly expected: ExpectedFromBorrower | null
  /** Installments are debited: the loan runs, pays by ACH, and its authorization holds. */
  readonly isCollected: boolean
  readonly hours: BankingHours
  readonly today: LocalDate
}

/**
 * The next payment of a loan: the first day on which something is taken or expected, with all of that day. Every page,
 * notice and document takes it from here. Undefined where nothing is to come. Source: domain.md §14.
 */
export function nextPayment(facts: NextPaymentFacts): NextPayment | undefined {
  const { coming, expected, today } = facts
  const awaited = expected === null || expected.by < today ? null : expected
  const first = coming[0]?.dueDate
  const date = awaited !== null && (first === undefined || awaited.by < first) ? awaited.by : first
  if (date === undefined) return undefined
  const parts = [
    ...coming.filter(({ dueDate }) => dueDate === date).map((payment) => partOf(payment, facts)),
    ...(awaited?.by === date ? [expectedPart(awaited, facts)] : []),
  ]
  const deadlines = parts.flatMap(({ changeableUntil }) => changeableUntil ?? [])
  return {
    date,
    parts,
    total: sum(parts.map(({ amount }) => amount)),
    sentBy: parts.some(({ sentBy }) => sentBy === 'us') ? 'us' : 'borrower',
    reason: parts.find(({ reason }) => reason !== null)?.reason ?? null,
    changeableUntil: deadlines.toSorted((left, right) => left.getTime() - right.getTime())[0] ?? null,
  }
}

/** The next payment as it will be once a worked-out change is saved. */
export function nextPaymentAfter(
  plan: ChangePlan,
  loan: Pick<ServicedLoan, 'hours' | 'today' | 'state' | 'legalFacts' | 'authorized' | 'hold'>,
): NextPayment | undefined {
  const { newSchedule, expected, debit, changeType, stopped } = plan
  const coming = newSchedule.rows.map(
    ({ source, ...row }): ComingPayment => ({
      ...row,
      amount: row.payment,
      purpose: source === 'single' && debit !== null ? debit.purpose : TransactionPurpose.installment,
      debit: debitOf(row, stopped),
      hold: null,
    }),
  )
  const purpose = changeType === ChangeType.payOff ? TransactionPurpose.payOff : TransactionPurpose.payDown
  return nextPayment({
    coming,
    expected: expected === null ? null : { ...expected, purpose },
    isCollected: takesSchedule(loanAfter(plan, loan)),
    hours: loan.hours,
    today: loan.today,
  })
}

/** What the sender of a payment of a computed change follows from. */
type ChangedLoan = Pick<
  ServicedLoan,
  'state' | 'legalFacts' | 'paymentMode' | 'authorized' | 'hold' | 'stopped'
>

/** The loan as far as its payments are sent by someone, once a change of it is saved. */
export const loanAfter = (
  { paymentModeAfter: paymentMode, authorization, stopped }: ChangePlan,
  { state, legalFacts, authorized, hold }: Pick<ServicedLoan, 'state' | 'legalFacts' | 'authorized' | 'hold'>,
): ChangedLoan => ({
  state,
  legalFacts,
  paymentMode,
  stopped,
  // What stands in the way is over with a new authorization, or with another way of paying.
  hold: authorization === 'needsNew' ? null : hold,
  // What needs a new authorization is saved only with it.
  authorized: authorization === 'needsNew' || (authorized && authorization !== 'revoke'),
})

/** Who sends a payment of a schedule, before or after a change. */
export const rowSentBy = (row: Pick<ScheduleRow, 'debit' | 'number'>, loan: ChangedLoan): SentBy =>
  sentByOf({ debit: debitOf(row, loan.stopped) }, takesSchedule(loan))

const debitOf = (
  { debit, number }: Pick<ScheduleRow, 'debit' | 'number'>,
  stopped: readonly number[],
): ComingPayment['debit'] => debit ?? (number !== null && stopped.includes(number) ? 'stopped' : 'none')

/**
 * Who sends a payment to come: we take what a debit was made for, and an installment where those of the schedule are
 * taken and the borrower has not stopped it; but nothing that the borrower or the bank stands in the way of. What is held
 * on our side alone we still take, later. Every page, notice and document asks here. Source: domain.md §14.
 */
export function sentByOf(
  { debit, hold = null }: Pick<ComingPayment, 'debit'> & Partial<Pick<ComingPayment, 'hold'>>,
  isCollected: boolean,
): SentBy {
  if (debit === 'sent') return 'us'
  if (isHeldByOthers(hold)) return 'borrower'
  return debit === 'planned' || (isCollected && debit === 'none') ? 'us' : 'borrower'
}

function partOf(payment: ComingPayment, { isCollected, hours }: NextPaymentFacts): NextPaymentPart {
  const { purpose, number, amount, dueDate, debit, hold } = payment
  const part = {
    purpose,
    number,
    amount,
    sentBy: sentByOf(payment, isCollected),
    reason: hold?.words ?? null,
  }
  if (debit === 'sent') return { ...part, changeableUntil: null }
  const deadline = debit === 'planned' ? debitDeadline : changeDeadline
  return { ...part, changeableUntil: deadline({ hours }, dueDate) }
}

const expectedPart = (
  { purpose, amount, by }: ExpectedFromBorrower,
  { hours }: NextPaymentFacts,
): NextPaymentPart => ({
  purpose,
  number: null,
  amount,
  sentBy: 'borrower',
  reason: null,
  changeableUntil: batchCutOffOn(hours, by),
})
