import type { AccountTransaction } from '@dolphin/database/servicing/loan-account-rows-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { daysNotCounted, legalEffects } from '@dolphin/domain/loans/legal-facts'
import { type Cents, cents, max, sum, ZERO_CENTS } from '@dolphin/domain/money/cents'
import {
  COMING_STATUSES,
  IN_FLIGHT_STATUSES,
  isPayment,
  SENT_STATUSES,
  SETTLED_STATUSES,
  TransactionPurpose,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { type Arrears, arrearsOn, isLive, missedPayments } from '@dolphin/domain/servicing/arrears'
import { payoffOn } from '@dolphin/domain/servicing/payoff'
import { wrongReceiptDays } from '@dolphin/domain/servicing/wrong-receipt'
import type { LoanAccountFacts } from './account-facts.ts'
import { agreedInstallments, owedAfterReversal } from './agreed-installments.ts'
import { receivedBeside } from './received-beside.ts'

const OUTSIDE: readonly string[] = [TransactionPurpose.payNow, TransactionPurpose.receipt]

const NOTHING_ASKED: Arrears = { overdue: [], amount: ZERO_CENTS, days: 0 }

/**
 * What is past due of a funded loan on a day and may be asked for: nothing in bankruptcy. Pages, notices, collectors and
 * statuses ask this. Source: docs/decisions/legal-facts.md.
 */
export const loanArrears = (facts: LoanAccountFacts<AccountTransaction>, today: LocalDate): Arrears =>
  legalEffects(facts.legalFacts).asksNothing ? NOTHING_ASKED : unpaidOf(facts, today)

/** How far a funded loan is behind its schedule on a day, whatever way its payments take, asked for or not. */
function unpaidOf(facts: LoanAccountFacts<AccountTransaction>, today: LocalDate): Arrears {
  const { current, transactions, terms, account } = facts
  const { accruedTo } = account.state
  const owed = payoffOn(terms, account.state, today > accruedTo ? today : accruedTo).total
  const agreed = agreedInstallments(current.installments, transactions).toSorted(
    (left, right) => left.dueDate - right.dueDate || left.number - right.number,
  )
  return arrearsOn(today, agreed, {
    owed,
    paidOutsideSchedule: paidOutsideSchedule(facts),
    coming: comingDebits(facts, new Set(missedPayments(today, agreed).map(({ number }) => number))),
    lastTakenOn: lastTakenOn(facts),
    cameBackOn: firstReturns(facts),
    openDebit: openDebitOf(facts),
    isPayoffSent: transactions.some(
      ({ purpose, status }) => purpose === TransactionPurpose.payOff && SENT_STATUSES.includes(status),
    ),
    notCounted: [
      ...daysNotCounted(facts.legalFacts, today),
      ...facts.entries.flatMap(({ cause }) => wrongReceiptDays(cause) ?? []),
    ],
  })
}

/** The single debit of the open change, wherever it is on its way; undefined without one. */
const openDebitOf = ({ transactions, openDebitNo }: LoanAccountFacts<AccountTransaction>) =>
  transactions.find(({ transactionNo }) => transactionNo === openDebitNo)

/** Numbers of agreed payments of earlier days of which nothing is past due: taken, on their way, or paid another way. */
export function paidNumbers(
  facts: LoanAccountFacts<AccountTransaction>,
  today: LocalDate,
): ReadonlySet<number> {
  const overdue = new Set(unpaidOf(facts, today).overdue.map(({ number }) => number))
  const past = facts.current.installments.filter((one) => isLive(one) && one.dueDate < today)
  return new Set(past.map(({ number }) => number).filter((number) => !overdue.has(number)))
}

/** By the number of the payment. */
function firstReturns({ transactions }: LoanAccountFacts<AccountTransaction>): Map<number, LocalDate> {
  const first = new Map<number, LocalDate>()
  const reversals = owedAfterReversal(transactions)
  for (const { type, transactionNo, installmentNumber, returnedOn } of transactions) {
    const backOn = returnedOn ?? reversals.get(transactionNo)?.effectiveDate
    if (type !== TransactionType.debit || installmentNumber === null || backOn === undefined) continue
    const earlier = first.get(installmentNumber)
    if (earlier === undefined || backOn < earlier) first.set(installmentNumber, backOn)
  }
  return first
}

/** Debits on their way for anything but these payments: a retry takes what its payment is past due with. */
function comingDebits(
  { transactions }: LoanAccountFacts<AccountTransaction>,
  missed: ReadonlySet<number | null>,
): Cents {
  const coming = transactions.filter(
    (one) => isPayment(one) && COMING_STATUSES.includes(one.status) && !missed.has(one.installmentNumber),
  )
  return sum(coming.map(({ amount }) => amount))
}

function lastTakenOn({ transactions }: LoanAccountFacts<AccountTransaction>): LocalDate | null {
  const taken = transactions.filter(
    ({ type, installmentNumber, status }) =>
      type === TransactionType.debit && installmentNumber !== null && SETTLED_STATUSES.includes(status),
  )
  return taken.reduce<LocalDate | null>((latest, { settledOn, effectiveDate }) => {
    const day = settledOn ?? effectiveDate
    return latest === null || day > latest ? day : latest
  }, null)
}

/**
 * Money that came without the schedule asking for it, and payments of what is due that are on their way: they count as
 * paid until they are returned. A pay-down has a schedule of its own, and so has what of a receipt made it shorter.
 */
export function paidOutsideSchedule(
  { transactions, current }: Pick<LoanAccountFacts<AccountTransaction>, 'transactions' | 'current'>,
  underWay: readonly number[] = IN_FLIGHT_STATUSES,
): Cents {
  const isPaying = ({ purpose, status }: AccountTransaction): boolean =>
    SETTLED_STATUSES.includes(status) || (purpose === TransactionPurpose.payNow && underWay.includes(status))
  const outside = transactions.filter(
    (one) =>
      one.type === TransactionType.debit &&
      one.installmentNumber === null &&
      OUTSIDE.includes(one.purpose) &&
      isPaying(one),
  )
  const beside = new Map(receivedBeside(current.plan).map((one) => [one.transactionNo, one.amount]))
  const received = sum(
    outside.map(({ transactionNo, amount }) => cents(amount - (beside.get(transactionNo) ?? ZERO_CENTS))),
  )
  const agreedOf = new Map(current.installments.map(({ number, amount }) => [number, amount]))
  // A payment of what is due that a receipt made smaller pays its installment with that receipt.
  const used = transactions
    .filter((one) => one.purpose === TransactionPurpose.payNow && isPaying(one))
    .map(({ installmentNumber, amount }) => {
      const agreed = agreedOf.get(installmentNumber ?? OUTSIDE_SCHEDULE) ?? amount
      return max(cents(agreed - amount), ZERO_CENTS)
    })
  return max(cents(received - sum(used)), ZERO_CENTS)
}

/** A number that no installment has. */
const OUTSIDE_SCHEDULE = 0
