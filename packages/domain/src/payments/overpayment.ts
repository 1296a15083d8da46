import { type Cents, cents, sum, ZERO_CENTS } from '../money/cents.ts'
import { TransactionPurpose, TransactionStatus, TransactionType } from './codes.ts'

/** A transaction, as far as the rule of an overpayment looks at it. */
export interface OverpaymentTransaction {
  readonly transactionNo: string
  readonly type: number
  readonly purpose: TransactionPurpose
  readonly status: number
  readonly amount: Cents
  /** Null for a refund of what was overpaid; a refund given for another reason names its posting. */
  readonly changeNo: string | null
}

/** What makes the planned refunds fit the overpayment. */
export interface OverpaymentStep {
  /** Planned refunds (301) that are dropped. */
  readonly drop: readonly string[]
  /** What is planned to go back beside those that stay; zero where nothing is. Whole cents. */
  readonly plan: Cents
}

const { none, pending, notChecked } = TransactionStatus

/**
 * The one rule of an overpayment, asked after every posting: what was paid beyond what is owed is planned to go back
 * at once, and what is not overpaid any more is not sent. A refund for another reason takes of it first, and one that is
 * sent already stays; a reversal gives back what counts no more. Source: domain.md §14.
 */
export function overpaymentStep(
  overpaid: Cents,
  transactions: readonly OverpaymentTransaction[],
): OverpaymentStep {
  const planned = transactions.filter(
    ({ type, purpose, status }) =>
      type === TransactionType.refund &&
      purpose !== TransactionPurpose.reversal &&
      (status === none || status === pending),
  )
  const own = planned.filter(({ status, changeNo }) => status === none && changeNo === null)
  const drop = sum(planned.map(({ amount }) => amount)) > overpaid ? own : []
  const staying = sum(planned.filter((one) => !drop.includes(one)).map(({ amount }) => amount))
  return {
    drop: drop.map(({ transactionNo }) => transactionNo),
    plan: overpaid > staying ? cents(overpaid - staying) : ZERO_CENTS,
  }
}

/**
 * Whether a planned refund of an overpayment waits: a payment that it may be made of can still come back. Source:
 * domain.md §14.
 */
export const isRefundWaiting = (
  { changeNo }: Pick<OverpaymentTransaction, 'changeNo'>,
  transactions: readonly Pick<OverpaymentTransaction, 'type' | 'status'>[],
): boolean =>
  changeNo === null &&
  transactions.some(({ type, status }) => type === TransactionType.debit && status === notChecked)
