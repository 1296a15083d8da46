import { CALLS } from '@dolphin/contract/registry'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { confirmApproval } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { moneyDays } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { runPastDueRound } from './past-due.ts'

const api: TestApi = await startTestApi()
let days: ReturnType<typeof moneyDays>
let loanNo: string
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
  ;({ loanNo } = await days.fundOne({ ach: false }))
  await days.settle('2026-03-13')
})
afterAll(() => api.close())

async function itemsOn(day: string) {
  days.at(day, '09:00')
  await runPastDueRound(days.money)
  const ada = await signInEmployee(api)
  const ask = async (state: 'open' | 'closed') =>
    (await ada.ask(CALLS.listWorkItem, { query: { loanNo, state, kind: 'loanPastDue' } })).items
  return { ada, open: await ask('open'), closed: await ask('closed') }
}

test('a loan past its grace is a collector’s work: once for each age, whatever was closed before', async () => {
  expect((await itemsOn('2026-03-16')).open).toEqual([])
  const { ada, open } = await itemsOn('2026-03-17')
  expect(open).toMatchObject([
    {
      subject: `loan/${loanNo}/payment 1/1 days`,
      due: '2026-03-19',
      reason: expect.stringMatching(/^\$\d+\.\d\d past due since Fri, Mar 13, 2026$/),
    },
  ])
  const workItemNo = open[0]?.workItemNo ?? ''
  await ada.ask(CALLS.closeWorkItem, { body: { workItemNo, reason: 'they pay on Friday' } })
  expect((await itemsOn('2026-03-20')).open).toEqual([])

  const older = await itemsOn('2026-03-28')
  expect(older.open).toMatchObject([{ subject: `loan/${loanNo}/payment 1/15 days` }])
  const oldest = await itemsOn('2026-04-12')
  expect(oldest.open).toMatchObject([{ subject: `loan/${loanNo}/payment 1/30 days` }])
  expect(oldest.closed).toMatchObject([{ subject: `loan/${loanNo}/payment 1/15 days` }, {}])
})

test('the item is over once the payment has come', async () => {
  const { ada, open } = await itemsOn('2026-03-17')
  expect(open).toHaveLength(1)
  const { approval } = await ada.ask(CALLS.manualPosting, {
    body: {
      loanNo,
      kind: 'receipt',
      changeTypeCode: 0,
      amount: '120.00',
      effectiveDate: '2026-03-17',
      transactionNo: null,
      installmentNo: null,
      paymentMode: PaymentMode.moneyOrder,
      note: '',
    },
  })
  await confirmApproval(await signInEmployee(api, 'Bea Example'), approval.approvalNo)
  expect(await itemsOn('2026-03-17')).toMatchObject({
    open: [],
    closed: [{ subject: `loan/${loanNo}/payment 1/1 days` }],
  })
})

test('no collector calls a borrower in bankruptcy: the item ends, and comes back when that is over (11 USC 362)', async () => {
  const { ada, open } = await itemsOn('2026-03-17')
  expect(open).toHaveLength(1)
  await ada.ask(CALLS.suspendLoan, { body: { loanNo, subStatus: 'bankruptcy', note: 'letter' } })
  const suspended = await itemsOn('2026-03-18')
  expect(suspended.open).toEqual([])
  await suspended.ada.ask(CALLS.suspendLoan, { body: { loanNo, subStatus: null, note: 'dismissed' } })
  expect((await itemsOn('2026-03-19')).open).toMatchObject([{ subject: `loan/${loanNo}/payment 1/1 days` }])
})
