import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { ok } from '@dolphin/domain/outcome'
import {
  isPayment,
  TransactionMode,
  TransactionPurpose,
  TransactionStatus,
  TransactionType,
  SETTLED_STATUSES,
} from '@dolphin/domain/payments/codes'
import {
  REVERSAL_BANKING_DAYS,
  REVERSAL_HOURS,
  type ReversalReason,
  type ReversalRefusal,
  reversalRefusal,
} from '@dolphin/domain/payments/reversal'
import { dateIn } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../../refusal.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { MoneyDeps } from '../../../deps.ts'
import { hoursOf } from '../../portfolios/banking-hours.ts'

const { none, pending, onBatch, notChecked, checked, rejected, pastDue } = TransactionStatus
const GONE: readonly number[] = [rejected, pastDue]
const OPEN: readonly number[] = [pending, onBatch, notChecked, checked]
/** Debits of a schedule, or made once by hand; one of a change or a cancellation goes back as a refund. */
const REVERSIBLE: readonly TransactionPurpose[] = [
  TransactionPurpose.installment,
  TransactionPurpose.representment,
  TransactionPurpose.payNow,
]

/** What is reversed, and why. */
export interface ReversalOrder {
  readonly transactionNo: string
  readonly reason: ReversalReason
  readonly foundAt: Date
}

const LATE_WORDS: Readonly<Record<ReversalRefusal, string>> = {
  foundLater: 'The error cannot have been found later than now.',
  foundBefore: 'The error cannot have been found before the entry was sent.',
  settledTooLongAgo: `The next batch is later than ${REVERSAL_BANKING_DAYS} banking days after the settlement: enter a refund instead.`,
  foundTooLongAgo: `The next batch leaves later than ${REVERSAL_HOURS} hours after the error was found: enter a refund instead.`,
}

const refuseReversal = (message: string, elementKey = 'transactionNo'): Result<never> =>
  refuse('reversalRefused', { errors: [{ elementKey, message }] })

/**
 * Whether an entry of a locked loan can be reversed with the next batch; answers the entry. Errors: `notFound`,
 * `reversalRefused` with why. Source: docs/facts/ach.md §4; docs/decisions/bank-files.md.
 */
export async function judgeReversal(
  deps: Pick<MoneyDeps, 'portfolios' | 'calendar'>,
  unit: UnitOfWork,
  loan: Loan,
  { transactionNo, foundAt }: ReversalOrder,
): Promise<Result<MoneyTransaction>> {
  const all = await listTransactions(unit.tx, loan)
  const original = all.find((one) => one.transactionNo === transactionNo)
  if (original === undefined) return refuse('notFound')
  const obstacle = obstacleOf(loan, original, all)
  if (obstacle !== undefined) return refuseReversal(obstacle)
  const late = lateness(deps, original, { foundAt, now: unit.now })
  return late === undefined ? ok(original) : refuseReversal(LATE_WORDS[late], 'foundAt')
}

function obstacleOf(
  { status }: Loan,
  original: MoneyTransaction,
  all: readonly MoneyTransaction[],
): string | undefined {
  const isDisbursement = original.type === TransactionType.credit
  if (original.mode !== TransactionMode.ach || original.traceNumber === null)
    return 'Only an entry that went out in an ACH file is reversed.'
  if (!isDisbursement && !(isPayment(original) && REVERSIBLE.includes(original.purpose)))
    return 'Only a disbursement or a debit of the schedule is reversed; anything else goes back as a refund.'
  if (!SETTLED_STATUSES.includes(original.status))
    return 'The entry has not settled, or has come back: there is nothing to reverse.'
  const isGivenBack = all.some(
    (one) =>
      one.originalTransactionNo === original.transactionNo &&
      (one.purpose === TransactionPurpose.reversal ||
        (one.type === TransactionType.refund && !GONE.includes(one.status))),
  )
  if (isGivenBack) return 'This entry was reversed or refunded before.'
  const isUsed = all.some((one) => isPayment(one) && OPEN.includes(one.status))
  return isDisbursement && (status !== LoanStatus.disbursed || isUsed)
    ? 'The loan has gone on since its money was sent: agree with the borrower how it comes back.'
    : undefined
}

/** Why the reversal of a settled entry is too late for the next batch; undefined while it is not. */
export function lateness(
  { portfolios, calendar }: Pick<MoneyDeps, 'portfolios' | 'calendar'>,
  original: MoneyTransaction,
  { foundAt, now }: { readonly foundAt: Date; readonly now: Date },
): ReversalRefusal | undefined {
  const data = portfolios.byId(original.portfolioId)
  assert(data !== undefined, 'what was sent is of a portfolio')
  const { day, cutOffAt: leavesAt } = nextBatchCutOff(hoursOf(data, calendar), now)
  const { effectiveDate } = original
  const times = {
    now,
    foundAt,
    foundOn: dateIn(foundAt, data.portfolio.timeZone),
    sentOn: calendar.addBankingDays(effectiveDate, -1),
    settledOn: original.settledOn ?? effectiveDate,
    leavesAt,
    takesEffectOn: calendar.next(day),
  }
  return reversalRefusal(times, calendar)
}

/** The reversal of an entry, planned or sent; undefined where there is none. */
export const reversalOf = (
  all: readonly MoneyTransaction[],
  { transactionNo }: Pick<MoneyTransaction, 'transactionNo'>,
): MoneyTransaction | undefined =>
  all.find(
    ({ purpose, originalTransactionNo }) =>
      purpose === TransactionPurpose.reversal && originalTransactionNo === transactionNo,
  )

export const isPlanned = ({ status }: Pick<MoneyTransaction, 'status'>): boolean => status === none
