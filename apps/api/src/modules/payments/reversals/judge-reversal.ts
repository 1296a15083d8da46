import type { Loan } from '@dolphin/database/loans/loan-repository'
import { listTransactions, type MoneyTransaction } from '@dolphin/database/payments/transaction-repository'
import { assert } from '@dolphin/domain/assert'
import { nextBatchCutOff } from '@dolphin/domain/calendar/cut-off'
import { ok } from '@dolphin/domain/outcome'
import { TransactionPurpose, TransactionStatus } from '@dolphin/domain/payments/codes'
import { type ReversalReason, type ReversalRefusal, reversalRefusal } from '@dolphin/domain/payments/reversal'
import { isEntry, REVERSAL_LATE_WORDS, reversalObstacle } from '@dolphin/domain/payments/reversal-obstacle'
import { dateIn } from '@dolphin/domain/time/new-york'
import { type Result, refuse } from '../../../refusal.ts'
import type { UnitOfWork } from '../../../unit-of-work.ts'
import type { MoneyDeps } from '../../../deps.ts'
import { hoursOf } from '../../portfolios/banking-hours.ts'

/** What is reversed, and why. */
export interface ReversalOrder {
  readonly transactionNo: string
  readonly reason: ReversalReason
  readonly foundAt: Date
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
  const obstacle = reversalObstacle(loan.status, original, all)
  if (obstacle !== undefined) return refuseReversal(obstacle)
  const late = lateness(deps, original, { foundAt, now: unit.now })
  return late === undefined ? ok(original) : refuseReversal(REVERSAL_LATE_WORDS[late], 'foundAt')
}

/** The entries of a loan that were sent, each with why its reversal is not possible now; null: it is. */
export function judgeEntries(
  deps: Pick<MoneyDeps, 'portfolios' | 'calendar'>,
  { status }: Pick<Loan, 'status'>,
  all: readonly MoneyTransaction[],
  now: Date,
): readonly { readonly entry: MoneyTransaction; readonly obstacle: string | null }[] {
  return all.filter(isEntry).map((entry) => {
    const obstacle = reversalObstacle(status, entry, all)
    const late = obstacle === undefined ? lateness(deps, entry, { foundAt: now, now }) : undefined
    return { entry, obstacle: late === undefined ? (obstacle ?? null) : REVERSAL_LATE_WORDS[late] }
  })
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

export const isPlanned = ({ status }: Pick<MoneyTransaction, 'status'>): boolean =>
  status === TransactionStatus.none
