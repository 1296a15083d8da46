import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { moneyDays } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

/** Source: domain.md §2 and §10. */
test('a canceled loan whose principal was taken back owes nothing: no change is offered, and none is saved', async () => {
  const days = moneyDays(api)
  const loan = await days.fundOne()
  await liveOn(api, '2026-03-04T10:00:00-05:00')
  const { client, loanNo } = loan
  const canceled = await client.ask(CALLS.cancelLoan, { body: { loanNo, mode: 1 } })
  expect(canceled).toMatchObject({ principalDebit: '500.00', debitDate: '2026-03-05' })
  await days.announceNow()
  await days.batch('2026-03-04')
  await days.settle('2026-03-05')
  await liveOn(api, '2026-03-05T10:00:00-05:00')
  const page = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
  expect(page).toMatchObject({
    loanStatus: LoanStatus.disbursed,
    balance: '0.00',
    payoffToday: '0.00',
    nextPayment: null,
  })
  expect(page.changes.filter(({ allowed }) => allowed)).toEqual([])
  expect(page.changes[0]?.reason).toBe('You owe nothing on this loan, so there is nothing to change.')
  for (const mode of [0, 1] as const) {
    const answer = await client.call(CALLS.payOffInN, {
      body: { loanNo, mode, paymentMode: PaymentMode.ach, number: 3 },
    })
    expect(answer.code).toBe(RESPONSE_CODES.changeTypeRefused.code)
  }
  expect((await client.ask(CALLS.listChange, { query: { loanNo } })).changes).toEqual([])
})
