import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, min, ZERO_CENTS } from '../money/cents.ts'
import {
  InstallmentFlag,
  TransactionStatus,
  TransactionType,
  SETTLED_STATUSES,
  SENT_STATUSES,
} from '../payments/codes.ts'
import { withFlag } from '../payments/installment-flags.ts'
import type { AgreedInstallment } from './serviced-loan.ts'

/** What the marks need of a transaction. */
export interface MarkingTransaction {
  readonly transactionNo: string
  readonly type: number
  readonly status: number
  readonly amount: Cents
  readonly effectiveDate: LocalDate
  readonly installmentNumber: number | null
  /** The payment that a refund sends back. */
  readonly originalTransactionNo: string | null
}

/** What the marks of a loan's installments follow from. */
export interface MarkFacts {
  readonly today: LocalDate
  /** Numbers of the installments that are overdue: their day has passed and no other money covers them. */
  readonly overdue: ReadonlySet<number>
  readonly isCollecting: boolean
  readonly transactions: readonly MarkingTransaction[]
}

/** The status and flags of an installment as they are shown. */
export type InstallmentMarks = Pick<AgreedInstallment, 'flags' | 'status'>

const { none, pastDue } = TransactionStatus

/**
 * The marks that follow from what happened, on top of those that a change stored: past due (-2) once the day has
 * passed and nothing was paid, partly (16) or fully (2) refunded, and collection (8) on every unpaid installment
 * while the loan is collecting. Nothing of it is stored, so a refund that comes back or a cured loan takes its mark
 * away. Source: domain.md §1.
 */
export function installmentMarks({ today, overdue, isCollecting, transactions }: MarkFacts) {
  const refunded = refundedOf(transactions)
  return ({ number, dueDate, flags, status }: Omit<AgreedInstallment, 'amount'>): InstallmentMarks => {
    const { paid, left } = refunded.get(number) ?? { paid: ZERO_CENTS, left: ZERO_CENTS }
    let marks = flags
    if (left < paid)
      marks = withFlag(marks, left === 0n ? InstallmentFlag.fullyRefunded : InstallmentFlag.partlyRefunded)
    if (isCollecting && !SETTLED_STATUSES.includes(status))
      marks = withFlag(marks, InstallmentFlag.collection)
    // One that is sent again has a day to come.
    const isPastDue = status === none && dueDate < today && overdue.has(number)
    return { flags: marks, status: isPastDue ? pastDue : status }
  }
}

/** By installment what was paid and what of it was not sent back. */
function refundedOf(
  transactions: readonly MarkingTransaction[],
): ReadonlyMap<number, { readonly paid: Cents; readonly left: Cents }> {
  const payments = transactions
    .filter(({ type, status }) => type === TransactionType.debit && SETTLED_STATUSES.includes(status))
    .toSorted((one, other) => other.effectiveDate - one.effectiveDate)
  const left = leftOf(payments, transactions)
  const found = new Map<number, { paid: Cents; left: Cents }>()
  for (const { transactionNo, installmentNumber, amount } of payments) {
    if (installmentNumber === null) continue
    const so = found.get(installmentNumber) ?? { paid: ZERO_CENTS, left: ZERO_CENTS }
    found.set(installmentNumber, {
      paid: cents(so.paid + amount),
      left: cents(so.left + (left.get(transactionNo) ?? ZERO_CENTS)),
    })
  }
  return found
}

/** A refund that names a payment is taken off it; any other off the newest payments first (our decision). */
function leftOf(
  newestFirst: readonly MarkingTransaction[],
  transactions: readonly MarkingTransaction[],
): ReadonlyMap<string, Cents> {
  const left = new Map(newestFirst.map(({ transactionNo, amount }) => [transactionNo, amount]))
  const take = (transactionNo: string, wanted: Cents): Cents => {
    const there = left.get(transactionNo) ?? ZERO_CENTS
    const taken = min(there, wanted)
    if (taken > 0n) left.set(transactionNo, cents(there - taken))
    return cents(wanted - taken)
  }
  const refunds = transactions
    .filter(({ type, status }) => type === TransactionType.refund && SENT_STATUSES.includes(status))
    .toSorted(
      (one, other) =>
        Number(one.originalTransactionNo === null) - Number(other.originalTransactionNo === null),
    )
  for (const { amount, originalTransactionNo } of refunds) {
    let rest = amount
    if (originalTransactionNo !== null) rest = take(originalTransactionNo, rest)
    else for (const { transactionNo } of newestFirst) rest = take(transactionNo, rest)
  }
  return left
}
