import type { StoredInstallment } from '@dolphin/database/plans/plan-repository'
import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import type { DebitPurpose, Presentment } from '@dolphin/domain/payments/debit-eligibility/debit-attempt'
import { RETRY_DESCRIPTION } from '@dolphin/domain/payments/debit-eligibility/representment'
import { isScheduleCollected } from '@dolphin/domain/loans/legal-facts'
import {
  countsForInstallment,
  IN_FLIGHT_STATUSES,
  isPayment,
  PaymentMode,
  TransactionPurpose,
  TransactionStatus,
} from '@dolphin/domain/payments/codes'
import {
  cents,
  type Cents,
  max,
  min,
  moneyToWire,
  parseMoney,
  sum,
  ZERO_CENTS,
} from '@dolphin/domain/money/cents'
import { type AccountState, replayAccount } from '@dolphin/domain/servicing/loan-account'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { applyComing, type ComingMoney, rescissionAmount } from '@dolphin/domain/servicing/projection'
import { accountEvents } from './account-facts.ts'
import type { DebitLoan } from './debit-loan.ts'

/** A debit that is about to be made or announced, and what bounds its amount. */
export interface PlannedDebit {
  readonly of: DebitLoan
  /** The payment that it collects, the same in every presentment: `installment/3`, `change/12`. */
  readonly item: string
  readonly purpose: DebitPurpose
  readonly presentment: Presentment
  /** The transaction made beforehand; undefined for an agreed payment whose window has just come. */
  readonly transaction: MoneyTransaction | undefined
  /** The agreed payment that it is for; undefined for one outside the schedule. */
  readonly installment: StoredInstallment | undefined
  readonly agreed: Cents
  /** What is agreed or what is owed then with all that is under way paid, whichever is less; zero: nothing is. */
  readonly amount: Cents
  readonly effectiveDate: LocalDate
  readonly owed: Cents
  readonly inFlight: Cents
  /** The authorization of its first presentment; null before that went out. */
  readonly firstAuthorizationNo: string | null
  readonly entryDescription: string
}

const ENTRY_DESCRIPTION = 'LOAN PMT'

const { none } = TransactionStatus

/** How debits are planned. */
export interface DebitPlan {
  /** When one takes effect: the batch's day, or for a notice the day on which it will. */
  readonly dateOf: (due: LocalDate) => LocalDate
  /** Whether one will be taken, as far as it is known: what nothing will take lessens no other. */
  readonly isTaken: (debit: PlannedDebit) => boolean
}

/**
 * The debits of a loan that are due, in the order in which they count: agreed payments by day, then what was asked for
 * besides. Each takes into account all before it that will be taken.
 */
export function planDebits(of: DebitLoan, { dateOf, isTaken }: DebitPlan): PlannedDebit[] {
  const earlier = of.transactions
    .filter((one) => isPayment(one) && IN_FLIGHT_STATUSES.includes(one.status))
    .map(({ transactionNo: id, effectiveDate: date, amount, purpose }): ComingMoney => {
      return { id, date, amount, isRescission: purpose === TransactionPurpose.rescission }
    })
  const all = duePayments(of)
  return all.map((due, index): PlannedDebit => {
    const { item, transaction, agreed } = due
    const effectiveDate = dateOf(due.dueDate)
    const isRescission = transaction?.purpose === TransactionPurpose.rescission
    const { owed, left } = owedOn(of, { date: effectiveDate, isRescission }, earlier)
    const inFlight = sum(earlier.map(({ amount }) => amount))
    const amount = min(agreed, left)
    const presentment = presentmentOf(of, transaction)
    const debit: PlannedDebit = {
      of,
      item,
      presentment,
      transaction,
      installment: due.installment,
      agreed,
      amount,
      effectiveDate,
      owed,
      inFlight,
      purpose: (transaction?.purpose ?? TransactionPurpose.installment) as DebitPurpose,
      firstAuthorizationNo: originOf(of, transaction)?.authorizationNo ?? null,
      entryDescription: presentment === 'again' ? RETRY_DESCRIPTION : ENTRY_DESCRIPTION,
    }
    const isLast = index === all.length - 1
    if (!isLast && amount > 0n && isTaken(debit))
      earlier.push({ id: `${item}/${index}`, date: effectiveDate, amount, isRescission })
    return debit
  })
}

interface DuePayment {
  readonly item: string
  readonly dueDate: LocalDate
  readonly agreed: Cents
  readonly installment: StoredInstallment | undefined
  readonly transaction: MoneyTransaction | undefined
}

function duePayments(of: DebitLoan): DuePayment[] {
  const made = of.transactions.filter((one) => isPayment(one) && one.status === none)
  const keys = new Set(of.transactions.map(({ instructionKey }) => instructionKey))
  const byNumber = new Map(of.due.map((installment) => [installment.number, installment]))
  const paidOnce = new Set(
    of.transactions.filter(isPaidOnce).map(({ installmentNumber }) => installmentNumber),
  )
  const scheduled = (isCollected(of) ? of.due : [])
    .filter(({ number }) => !keys.has(installmentKey(of.loan.loanNo, number)) && !paidOnce.has(number))
    .map((installment): DuePayment => {
      const { number, dueDate, amount: agreed } = installment
      return { item: `installment/${number}`, dueDate, agreed, installment, transaction: undefined }
    })
  const asked = made.map((transaction): DuePayment => {
    const { effectiveDate: dueDate, amount: agreed, installmentNumber, purpose } = transaction
    const isOfSchedule = installmentNumber !== null && purpose !== TransactionPurpose.payNow
    const installment = isOfSchedule ? byNumber.get(installmentNumber) : undefined
    return { item: itemOf(of.transactions, transaction), dueDate, agreed, installment, transaction }
  })
  return [...scheduled, ...asked].toSorted((left, right) => left.dueDate - right.dueDate)
}

/** An installment that the borrower pays once by hand is not taken by the schedule besides. */
const isPaidOnce = (transaction: MoneyTransaction): boolean =>
  transaction.purpose === TransactionPurpose.payNow && countsForInstallment(transaction)

/** Whether the schedule makes debits by itself; in any other status only what was asked for does. */
const isCollected = ({ loan, paymentMode }: DebitLoan): boolean =>
  isScheduleCollected(loan, loan.legalFacts) && paymentMode === PaymentMode.ach

/** What asks for the debit of an agreed payment; it makes one transaction. */
export const installmentKey = (loanNo: string, number: number): string => `installment/${loanNo}/${number}`

/** What of a transaction says which payment it collects. */
export type PresentedTransaction = Pick<
  MoneyTransaction,
  'installmentNumber' | 'originalTransactionNo' | 'changeNo' | 'transactionNo' | 'purpose' | 'returnCode'
>

/** The payment that a transaction collects, the same for every presentment of it. */
export function itemOf(all: readonly PresentedTransaction[], transaction: PresentedTransaction): string {
  const { installmentNumber, originalTransactionNo, changeNo, transactionNo, purpose } = transaction
  if (changeNo !== null) return `change/${changeNo}`
  // A payment that the borrower makes once is no presentment of the installment that it pays.
  if (installmentNumber !== null && purpose !== TransactionPurpose.payNow)
    return `installment/${installmentNumber}`
  const original = all.find((one) => one.transactionNo === originalTransactionNo)
  return original === undefined ? `transaction/${transactionNo}` : itemOf(all, original)
}

/** The first presentment of what a transaction presents. */
function originOf(of: DebitLoan, transaction: MoneyTransaction | undefined): MoneyTransaction | undefined {
  const original = of.transactions.find(
    ({ transactionNo }) => transactionNo === transaction?.originalTransactionNo,
  )
  return original === undefined ? transaction : originOf(of, original)
}

/** After R11 a corrected entry is no re-presentment. Source: ach.md §2. */
export function presentmentOf(
  { transactions }: { readonly transactions: readonly PresentedTransaction[] },
  transaction: PresentedTransaction | undefined,
): Presentment {
  if (transaction?.originalTransactionNo === null || transaction === undefined) return 'first'
  const original = transactions.find(
    ({ transactionNo }) => transactionNo === transaction.originalTransactionNo,
  )
  return original?.returnCode === 'R11' ? 'corrected' : 'again'
}

/**
 * What ends the debt on a day by the money that has settled, and what is left once all under way has settled too. A
 * rescission ends it without any charge.
 */
function owedOn(
  { terms, transactions, entries }: DebitLoan,
  { date, isRescission }: Required<Pick<ComingMoney, 'date' | 'isRescission'>>,
  earlier: readonly ComingMoney[],
): { readonly owed: Cents; readonly left: Cents } {
  const events = accountEvents(transactions, entries)
  const state = replayAccount(terms, events).state
  const endsWith = (debt: AccountState): Cents => {
    const day = later(date, debt.accruedTo)
    return isRescission ? rescissionAmount(terms, debt, day) : payoffOn(terms, debt, day).total
  }
  const owed = endsWith(state)
  if (earlier.length === 0) return { owed, left: owed }
  const coming = earlier.filter((one) => one.date <= date)
  const then = stateAfter({ terms, events, state }, coming)
  const behind = sum(earlier.filter((one) => one.date > date).map(({ amount }) => amount))
  const left = endsWith(then) - behind
  return { owed, left: max(cents(left), ZERO_CENTS) }
}

/** The debt once money under way has come in; what is dated before the last accrual takes its place in the replay. */
function stateAfter(
  {
    terms,
    events,
    state,
  }: {
    readonly terms: DebitLoan['terms']
    readonly events: ReturnType<typeof accountEvents>
    readonly state: AccountState
  },
  coming: readonly ComingMoney[],
): AccountState {
  const isAfterAll = coming.every(({ date }) => date >= state.accruedTo)
  if (!isAfterAll) {
    const payments = coming.map(({ isRescission = false, ...one }) => {
      return { ...one, kind: isRescission ? ('cancellation' as const) : ('payment' as const) }
    })
    return replayAccount(terms, [...events, ...payments]).state
  }
  return coming
    .toSorted((left, right) => left.date - right.date)
    .reduce((now, payment) => applyComing(terms, now, payment).after, state)
}

const later = (left: LocalDate, right: LocalDate): LocalDate => (left > right ? left : right)

/** What the notices of one debit on one day have in common, whatever amount they tell. */
export const debitNoticePrefix = ({
  of: { loan },
  item,
  effectiveDate,
}: Pick<PlannedDebit, 'of' | 'item' | 'effectiveDate'>): string =>
  `debitNotice/${loan.loanNo}/${item}/${formatLocalDate(effectiveDate)}/`

/**
 * Names the notice of one debit: what it tells of, when, and how much. Another amount or day is another notice, and so is
 * the same amount told again after another: `toldBefore` counts the notices of the debit so far.
 */
export const debitNoticeKey = (debit: PlannedDebit, toldBefore: number): string =>
  `${debitNoticePrefix(debit)}${moneyToWire(debit.amount)}${toldBefore === 0 ? '' : `/${toldBefore}`}`

/** What such a key names; undefined of any other. */
export function debitNoticeOf(key: string): { readonly prefix: string; readonly amount: Cents } | undefined {
  const found = /^(debitNotice\/.+\/\d{4}-\d{2}-\d{2}\/)(\d+\.\d{2})(?:\/\d+)?$/.exec(key)
  const amount = parseMoney(found?.[2] ?? '')
  return found?.[1] === undefined || amount === undefined ? undefined : { prefix: found[1], amount }
}
