import type { MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import type { LoanChange } from '@dolphin/database/servicing/loan-change-repository'
import { isPaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { ChangeType, isPaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import type { PayrollAfter } from '@dolphin/domain/servicing/changes/change-plan'
import type { CancelChangeRequest } from '@dolphin/domain/servicing/changes/change-request'
import type { ServicedLoan } from '@dolphin/domain/servicing/serviced-loan'
import type { LoadedLoan } from './load-serviced-loan.ts'
import { servicingFacts } from './servicing-facts.ts'

/** What taking a saved change back (905) is judged by. */
export function cancelRequest(
  { transactions, serviced }: LoadedLoan,
  change: LoanChange,
): CancelChangeRequest {
  const { transactionNo, cutOffAt, result, request } = change
  const debit = transactions.find((transaction) => transaction.transactionNo === transactionNo)
  const modeBefore = Number(request['paymentModeBefore'])
  return {
    changeType: ChangeType.cancelChange,
    change: {
      cutOffAt,
      deletedNumbers: numbersIn(result['deletedNumbers']),
      newNumbers: numbersIn(result['newNumbers']),
      debitStatus: debit === undefined ? null : (debit.status as TransactionStatus),
      paymentModeBefore: isPaymentMode(modeBefore) ? modeBefore : serviced.paymentMode,
      payrollBefore: result['payrollChanged'] === true ? payrollBefore(serviced, request) : null,
    },
  }
}

function payrollBefore({ frequency }: ServicedLoan, request: LoanChange['request']): PayrollAfter | null {
  const { payroll } = servicingFacts({ disclosure: request })
  const before = Number(request['frequencyBefore'])
  if (payroll === null) return null
  return {
    paySchedule: payroll.schedule,
    paydayRules: payroll.rules,
    frequency: isPaymentFrequency(before) ? before : frequency,
  }
}

const numbersIn = (stored: unknown): readonly number[] =>
  Array.isArray(stored) ? stored.filter((value): value is number => typeof value === 'number') : []

/**
 * Whether undoing is still possible: the cut-off has not passed, and no batch has taken anything of it before, such as one
 * that an employee ran by hand.
 */
export function isUndoable(
  { status, cutOffAt, changeType, transactionNo, result }: LoanChange,
  transactions: readonly Pick<MoneyTransaction, 'transactionNo' | 'installmentNumber' | 'status'>[],
  now: Date,
): boolean {
  const newNumbers = numbersIn(result['newNumbers'])
  const isSent = transactions.some(
    (one) =>
      (one.transactionNo === transactionNo || newNumbers.includes(one.installmentNumber ?? 0)) &&
      one.status !== TransactionStatus.none,
  )
  return status === 'open' && now < cutOffAt && changeType !== ChangeType.none && !isSent
}
