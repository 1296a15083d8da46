import {
  isPayment,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import type { Books, LoanDebt } from './books-agree.ts'
import { byLoanNo, type MoneyRows, type Violation } from './money-rows.ts'

/** What lowers or raises a debt on a day. */
interface Event {
  readonly day: number
  readonly kind: 'payment' | 'fee'
  readonly amount: bigint
}

interface Rate {
  readonly numerator: bigint
  readonly denominator: bigint
}

/** By the ledger's names of the accounts. */
type Debt = Readonly<Record<'principal' | 'interestReceivable' | 'fees', bigint>>

const SETTLED: readonly number[] = [TransactionStatus.notChecked, TransactionStatus.checked]
const DAYS_PER_YEAR = 365n

const least = (left: bigint, right: bigint): bigint => (left < right ? left : right)

/** Cents: principal × rate × days / 365, half-up. */
function interestOf(principal: bigint, { numerator, denominator }: Rate, days: number): bigint {
  const over = principal * numerator * BigInt(days)
  const under = denominator * DAYS_PER_YEAR
  return (over * 2n + under) / (under * 2n)
}

/** What was lent when, at which rate, and whether the agreement takes fees first: all else follows from the events. */
interface Lent {
  readonly principal: bigint
  readonly start: number
  readonly rate: Rate
  readonly feesFirst: boolean
}

/** The debt day by day: money goes to fees and interest in the order of the agreement, then to principal. */
function calculateDebt({ principal: lent, start, rate, feesFirst }: Lent, events: readonly Event[]): Debt {
  let [principal, interest, fees, overpaid] = [lent, 0n, 0n, 0n]
  let accruedTo = start
  for (const { day, kind, amount } of events) {
    if (kind === 'fee') {
      const covered = least(amount, overpaid)
      overpaid -= covered
      fees += amount - covered
      continue
    }
    interest += day > accruedTo ? interestOf(principal, rate, day - accruedTo) : 0n
    accruedTo = Math.max(accruedTo, day)
    const toFees = least(feesFirst ? amount : amount - least(amount, interest), fees)
    const toInterest = least(feesFirst ? amount - toFees : amount, interest)
    const toPrincipal = least(amount - toFees - toInterest, principal)
    fees -= toFees
    interest -= toInterest
    principal -= toPrincipal
    overpaid += amount - toFees - toInterest - toPrincipal
  }
  return { principal, interestReceivable: interest, fees }
}

function eventsOf(
  moneyTransactions: MoneyRows['moneyTransactions'],
  charges: MoneyRows['charges'],
  feesBeforePayments: boolean,
): readonly Event[] {
  const rank = ({ kind }: Event): number => Number((kind === 'fee') !== feesBeforePayments)
  const payments = moneyTransactions
    .filter((one) => isPayment(one) && SETTLED.includes(one.status))
    .map(({ settledOn, effectiveDate, amount }): Event => {
      return { day: settledOn ?? effectiveDate, kind: 'payment', amount }
    })
  const fees = charges
    .filter(({ voidedAt }) => voidedAt === null)
    .map(({ effectiveDate, amount }): Event => ({ day: effectiveDate, kind: 'fee', amount }))
  return [...payments, ...fees].toSorted((left, right) => left.day - right.day || rank(left) - rank(right))
}

/**
 * I2 once more: the ledger says what plain arithmetic makes of the days and amounts of the rows. It shares no line
 * with the product's, so that a fault of the one is not found right by the other. Loans whose course is not plain
 * (rescinded, waived, written off, refunded, with a coupon, another method of interest) are passed over.
 * Source: domain.md §7.
 */
export function ownArithmeticViolations(
  rows: MoneyRows,
  debts: readonly LoanDebt[],
  books: Books,
): Violation[] {
  const moneyTransactions = byLoanNo(rows.moneyTransactions)
  const charges = byLoanNo(rows.charges)
  return debts.flatMap(({ loan: { loanNo, effectiveDate }, facts: { terms } }): Violation[] => {
    const own = moneyTransactions.get(loanNo) ?? []
    const entered = charges.get(loanNo) ?? []
    const { accrual, principal, interestCredits, order } = terms
    const isPlain =
      interestCredits.length === 0 &&
      entered.every(({ kind }) => kind === PLAIN_CHARGE) &&
      own.every(({ purpose, type }) => purpose !== RESCISSION && type !== TransactionType.refund)
    if (!isPlain || effectiveDate === null || accrual.method !== 'simpleDaily') return []
    const feesFirst = order.parts[0] === 'fees'
    const must = calculateDebt(
      { principal, start: effectiveDate, rate: accrual.annualRate, feesFirst },
      eventsOf(own, entered, order.feesOfTheDay === 'before'),
    )
    const is = books.get(loanNo)
    return (Object.keys(must) as (keyof Debt)[]).flatMap((name): Violation[] => {
      const off = (is?.get(name) ?? 0n) - must[name]
      const words = `${name} is ${off} cents off from plain arithmetic (${must[name]})`
      return off === 0n ? [] : [{ rule: 'I2', loanNo, words }]
    })
  })
}

const PLAIN_CHARGE = 'fee'
const RESCISSION = TransactionPurpose.rescission
