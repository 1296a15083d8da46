import { SUCCESS_CODE } from '@dolphin/contract/response-codes'
import type { Executor } from '@dolphin/database/executor'
import { loanPlace } from '@dolphin/domain/loan/loan-life'
import { loans } from '@dolphin/database/schema/loan'
import { transactions } from '@dolphin/database/schema/payment'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { sum } from '@dolphin/domain/money/cents'
import { formatCurrency } from '@dolphin/domain/money/currency-format'
import { TransactionStatus } from '@dolphin/domain/payment/transaction-status'
import { TransactionType } from '@dolphin/domain/payment/transaction-type'
import type { SimulationOutcome } from './simulation.ts'

const SETTLED: readonly number[] = [TransactionStatus.notChecked, TransactionStatus.checked]
const WIDTH = 30

const byName = ([left]: readonly [string, number], [right]: readonly [string, number]): number =>
  left < right ? -1 : Number(left > right)

/** What a simulation came to, as lines of a table for a terminal. */
export async function simulationTable(executor: Executor, outcome: SimulationOutcome): Promise<string[]> {
  const { daysLived, entriesSent, returned, asked, letter, broken } = outcome
  const movements = await executor.select().from(transactions)
  const settled = (type: number) =>
    formatCurrency(
      sum(
        movements
          .filter((one) => one.type === type && SETTLED.includes(one.status))
          .map(({ amount }) => amount),
      ),
    )
  const row = (name: string, value: string | number): string => `  ${name.padEnd(WIDTH)}${value}`
  return [
    'Loans',
    ...(await loansByPlace(executor)).map(([place, count]) => row(place, count)),
    'Cash',
    row('paid out', settled(TransactionType.credit)),
    row('collected', settled(TransactionType.debit)),
    row('sent back', settled(TransactionType.refund)),
    'Bank',
    row('entries sent', entriesSent),
    ...[...returned].toSorted(byName).map(([code, count]) => row(code, count)),
    'Changes asked for',
    ...[...asked].map(([code, count]) => row(code === SUCCESS_CODE ? 'done' : `refused ${code}`, count)),
    row('letter of the first loan', letter ? 'there' : 'not there'),
    `Invariants checked on ${daysLived} days: ${broken === undefined ? 'all whole' : `BROKEN on ${formatLocalDate(broken.day)}`}`,
    ...(broken?.violations ?? []).map(
      ({ rule, loanNo, words }) => `  ${rule}  ${loanNo ?? 'book'}  ${words}`,
    ),
  ]
}

async function loansByPlace(executor: Executor): Promise<[string, number][]> {
  const counts = new Map<string, number>()
  for (const loan of await executor.select().from(loans)) {
    const place = loanPlace(loan)
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  return [...counts].toSorted(byName)
}
