import { assert } from '../assert.ts'
import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, cents, negate, sum } from '../money/cents.ts'

/**
 * The accounts of one loan's books. A debit is positive, a credit negative; all accounts together are zero.
 * - principal, interestReceivable, fees: what the borrower owes (debit balances)
 * - cashInTransit: money handed to a bank file that has not settled; zero when nothing is under way
 * - customer: cash that has gone to the customer (credit) and come from the customer (debit)
 * - income: charges earned (credit); writeOff: debt given up (debit)
 */
export const LedgerAccount = {
  principal: 'principal',
  interestReceivable: 'interestReceivable',
  fees: 'fees',
  cashInTransit: 'cashInTransit',
  customer: 'customer',
  income: 'income',
  writeOff: 'writeOff',
} as const
export type LedgerAccount = (typeof LedgerAccount)[keyof typeof LedgerAccount]

/** What a posting records. */
export const PostingKind = {
  disbursementSent: 'disbursementSent',
  disbursementSettled: 'disbursementSettled',
  reversal: 'reversal',
  /** Interest accrued up to the event that follows. */
  accrual: 'accrual',
  paymentReceived: 'paymentReceived',
  paymentReturned: 'paymentReturned',
  /** Later events applied again, after one before them fell away. */
  reapplied: 'reapplied',
  feeCharged: 'feeCharged',
  feeWaived: 'feeWaived',
  interestWaived: 'interestWaived',
  /** A small rest after the last payment, given up. */
  restWaived: 'restWaived',
  refundSent: 'refundSent',
  writtenOff: 'writtenOff',
  /** The loan undone: its principal is back, its charges fall away. */
  cancelled: 'cancelled',
} as const
export type PostingKind = (typeof PostingKind)[keyof typeof PostingKind]

/** One line: debit positive, credit negative, never zero. */
export interface LedgerEntry {
  readonly account: LedgerAccount
  readonly amount: Cents
}

/** What every posting says of itself. */
export interface PostingFacts {
  readonly loanNo: string
  /** The transaction that it posts. */
  readonly transactionId: string
  /** The day it counts from. */
  readonly effectiveDate: LocalDate
}

/** A balanced set of lines; written once, never changed. */
export interface Posting extends PostingFacts {
  readonly kind: PostingKind
  readonly entries: readonly LedgerEntry[]
}

/** A posting of at least two lines that come to zero; anything else is a bug. */
export function posting(kind: PostingKind, facts: PostingFacts, entries: readonly LedgerEntry[]): Posting {
  const { loanNo, transactionId, effectiveDate } = facts
  assert(entries.length >= 2, 'a posting has two sides')
  assert(
    entries.every(({ amount }) => amount !== 0n),
    'a posting has no empty line',
  )
  assert(sum(entries.map(({ amount }) => amount)) === 0n, 'a posting balances')
  return { kind, loanNo, transactionId, effectiveDate, entries }
}

const debit = (account: LedgerAccount, amount: Cents): LedgerEntry => ({ account, amount })
const credit = (account: LedgerAccount, amount: Cents): LedgerEntry => ({ account, amount: negate(amount) })

/** The credit to the customer is on a batch: the amount paid out is under way. Nothing is owed yet. */
export function disbursementSent(facts: PostingFacts, amountPaidOut: Cents): Posting {
  assert(amountPaidOut > 0n, 'a disbursement pays something out')
  return posting(PostingKind.disbursementSent, facts, [
    debit(LedgerAccount.cashInTransit, amountPaidOut),
    credit(LedgerAccount.customer, amountPaidOut),
  ])
}

/** The credit has settled: the principal is owed; a prepaid charge was withheld from it and is income. */
export function disbursementSettled(
  facts: PostingFacts,
  principal: Cents,
  prepaidFinanceCharge: Cents,
): Posting {
  assert(
    prepaidFinanceCharge >= 0n && prepaidFinanceCharge < principal,
    'a charge is less than the principal',
  )
  const charge = prepaidFinanceCharge > 0n ? [credit(LedgerAccount.income, prepaidFinanceCharge)] : []
  return posting(PostingKind.disbursementSettled, facts, [
    debit(LedgerAccount.principal, principal),
    credit(LedgerAccount.cashInTransit, cents(principal - prepaidFinanceCharge)),
    ...charge,
  ])
}
