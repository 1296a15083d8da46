import type { LocalDate } from '../calendar/local-date.ts'
import { type Cents, ZERO_CENTS } from '../money/cents.ts'
import {
  isPayment,
  type TransactionPurpose,
  TransactionStatus,
  UNCHECKED_STATUSES,
} from '../payments/codes.ts'
import { isLive } from './arrears.ts'
import type { AgreedInstallment } from './serviced-loan.ts'

/** What a small rest is judged by. */
export interface RestFacts {
  /** What ends the debt today, in whole cents. */
  readonly owed: Cents
  readonly today: LocalDate
  readonly installments: readonly AgreedInstallment[]
  readonly transactions: readonly {
    readonly type: number
    readonly status: number
    readonly purpose: TransactionPurpose
  }[]
  /** A modification is open: its money may still come. */
  readonly isChangeOpen: boolean
  /** Of the portfolio. */
  readonly waiveRestBelow: Cents
}

/**
 * What the lender gives up at the end of a loan, in whole cents: all that is left, where that is less than the portfolio's
 * limit, no payment is to come, and none can still come back. Zero of any other loan. Source: domain.md §14.
 */
export function restToWaive(facts: RestFacts): Cents {
  const { owed, today, installments, transactions, isChangeOpen, waiveRestBelow } = facts
  const isToCome = installments.some(
    (one) => isLive(one) && one.dueDate >= today && one.status === TransactionStatus.none,
  )
  const isUnderWay = transactions.some((one) => isPayment(one) && UNCHECKED_STATUSES.includes(one.status))
  return owed >= waiveRestBelow || isToCome || isUnderWay || isChangeOpen ? ZERO_CENTS : owed
}
