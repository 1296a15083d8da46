import { TransactionMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import type { LifePlan } from './life-plan.ts'
import { live } from './live.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const days = (count: number, missesBatch = false) =>
  ({ act: 'days', count, missesBatch, missesNotice: false, about: 0 }) as const

/** A return that fits nothing holds the payments for weeks; each moves again and again, the fourth behind the third. */
const MOVED_BEHIND: LifePlan = {
  begins: 'funded',
  acts: [
    { act: 'payDown', mode: TransactionMode.ach, day: 3, share: 40, effect: 'shorter', about: 0 },
    days(3),
    days(1, true),
    days(4),
    days(1),
    { act: 'returnedCredit', code: 'R02', about: 0 },
    ...[6, 7, 5, 2, 8, 5].map((count) => days(count)),
  ],
}

test('a debit that was planned takes what its payment takes once that has moved and shrunk (domain.md §14)', async () => {
  await expect(live(api, MOVED_BEHIND)).resolves.toBeDefined()
  const { rows } = await api.database.executeSql(
    `select t.installment_number from transactions t join loans l using (portfolio_id, loan_no)
      join installments i on i.portfolio_id = l.portfolio_id and i.plan_no = l.plan_no
        and i.number = t.installment_number
      where t.status = ${TransactionStatus.none} and t.amount <> i.amount`,
  )
  expect(rows).toEqual([])
})
