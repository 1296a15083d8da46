import type { Executor } from '@dolphin/database/driver/executor'
import type { Loan } from '@dolphin/database/loans/loan-repository'
import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { STRANDED_REASONS, strandedBecause, strandedMoney } from '@dolphin/domain/loans/stranded'
import { NEW_YORK } from '@dolphin/domain/time/new-york'
import type { Deps } from '../deps.ts'
import { readPosition } from '../modules/servicing/loan-position.ts'

/**
 * For what the nightly round would open a work item of kind stranded, asked before it runs; empty where for nothing.
 * Source: domain.md §14.
 */
export async function strandedNow(
  deps: Pick<Deps, 'portfolios' | 'calendar'>,
  executor: Executor,
  loan: Loan,
  today: LocalDate,
): Promise<readonly string[]> {
  const { loan: position, money } = await readPosition(deps, executor, loan, { today, timeZone: NEW_YORK })
  const clause = strandedBecause(position)
  const rest = strandedMoney(money)
  return [
    ...(clause === undefined ? [] : [`the loan (status ${loan.status}) ${STRANDED_REASONS[clause]}`]),
    ...(rest === 0n ? [] : [`${rest} cents of the borrower are here without a refund planned or a reason`]),
  ]
}
