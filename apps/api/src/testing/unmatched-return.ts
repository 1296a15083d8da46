import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { assert } from '@dolphin/domain/assert'
import type { TestApi } from './api-fixture.ts'
import { debitAt } from './loan-facts.ts'
import { type moneyDays, PAYDAYS } from './money-days.ts'

/** A trace number of none of our entries. */
export const STRANGE_TRACE = '091000019999999'

/** A loan whose first payment was taken, and its return, under a trace number that is not ours (yet). */
export async function unmatchedReturn(api: TestApi, days: ReturnType<typeof moneyDays>) {
  const loan = await days.fundOne()
  await days.collect(PAYDAYS[0])
  const debit = await debitAt(api, loan, 0)
  await days.bankSays('2026-03-16', [{ transaction: { ...debit, traceNumber: STRANGE_TRACE }, code: 'R01' }])
  const [item] = await listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'unmatchedReturn' })
  assert(item !== undefined, 'what has no transaction of ours waits for a person')
  return { loan, debit, workItemNo: item.workItemNo, sha256: String(item.facts['sha256']) }
}
