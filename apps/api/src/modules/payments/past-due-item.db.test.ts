import { CALLS } from '@dolphin/contract/registry'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { openedWorkItem } from '../../testing/opened-work-item.ts'
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

const putOff = (workItemNo: string, nextDay: string) => ({
  body: { workItemNo, outcome: 'noAnswer' as const, note: 'called, no answer', nextDay },
})

test('a loan past its grace is a collector’s work until nothing is past due: no note ends it', async () => {
  expect((await itemsOn('2026-03-16')).open).toEqual([])
  const { ada, open } = await itemsOn('2026-03-17')
  expect(open).toMatchObject([
    {
      subject: `loan/${loanNo}`,
      due: '2026-03-19',
      sleepsUntil: null,
      reason: expect.stringMatching(/^\$\d+\.\d\d past due since Fri, Mar 13, 2026$/),
    },
  ])
  const workItemNo = open[0]?.workItemNo ?? ''
  const closing = { body: { workItemNo, reason: 'called, no answer' } }
  await expectRefused(ada, 'closeWorkItem', closing, 'workItemCauseOpen')
  await expectRefused(ada, 'putOffWorkItem', putOff(workItemNo, '2026-03-17'), 'dateNotAvailable')
  await expectRefused(ada, 'putOffWorkItem', putOff(workItemNo, '2026-03-21'), 'dateNotAvailable')
  await expectRefused(ada, 'putOffWorkItem', putOff(workItemNo, '2026-04-01'), 'dateNotAvailable')
  expect(await ada.ask(CALLS.putOffWorkItem, putOff(workItemNo, '2026-03-20'))).toMatchObject({
    due: '2026-03-20',
    sleepsUntil: '2026-03-20',
    mayRestUntil: '2026-03-31',
    lastOutcome: { outcome: 'noAnswer', note: 'called, no answer', by: 'ada-example' },
    takenBy: null,
    closedAt: null,
  })
})

const next = async (by: Awaited<ReturnType<typeof signInEmployee>>) =>
  (await by.ask(CALLS.takeNextWorkItem, { body: { kind: 'loanPastDue' } })).item?.workItemNo

test('put off, it rests in the list, in the file and from the queue, and is back on its day', async () => {
  const { ada, open } = await itemsOn('2026-03-17')
  const workItemNo = open[0]?.workItemNo ?? ''
  await ada.ask(CALLS.putOffWorkItem, putOff(workItemNo, '2026-03-20'))
  const resting = await itemsOn('2026-03-19')
  expect(resting.open).toMatchObject([{ workItemNo, sleepsUntil: '2026-03-20', overdue: false }])
  expect(await next(resting.ada)).toBeUndefined()
  const file = { params: { file: loanNo }, query: {} }
  expect((await resting.ada.ask(CALLS.showCustomer, file)).work).toMatchObject([
    { workItemNo, sleepsUntil: '2026-03-20' },
  ])
  const { kinds } = await resting.ada.ask(CALLS.countWorkItem, { query: { portfolioId: 118 } })
  expect(kinds).toMatchObject([{ kind: 'loanPastDue', open: 1, free: 0 }])
  const back = await itemsOn('2026-03-20')
  expect(back.open).toMatchObject([{ workItemNo, sleepsUntil: null, due: '2026-03-20' }])
  expect(await next(back.ada)).toBe(workItemNo)
})

test.each(['2026-04-13', '2026-06-01', '2027-03-20'])(
  'a loan past due is in the list at any number of days, whatever its status: %s',
  async (day) => {
    const { open, closed } = await itemsOn(day)
    expect(open).toMatchObject([{ subject: `loan/${loanNo}` }])
    expect(closed).toEqual([])
    expect((await itemsOn(day)).open).toMatchObject([{ workItemNo: open[0]?.workItemNo }])
  },
)

test('an item that a colleague has taken is not put off', async () => {
  const { ada, open } = await itemsOn('2026-03-17')
  const bea = await signInEmployee(api, 'Bea Example')
  const workItemNo = open[0]?.workItemNo ?? ''
  const order = putOff(workItemNo, '2026-03-20')
  await proveChanges(api, () => bea.ask(CALLS.takeWorkItem, { body: { workItemNo } }), {
    putOffWorkItem: asking(ada, 'putOffWorkItem', order),
  })
  await expectRefused(ada, 'putOffWorkItem', order, 'workItemHeld')
})

test('what is not to be put off says so; a closed one is over', async () => {
  const ofBank = await openedWorkItem(api, 118, 'file/1', 'fileQuarantined')
  const ada = await signInEmployee(api)
  const returned = await openedWorkItem(api, 118, 'entry/1')
  await expectRefused(ada, 'putOffWorkItem', putOff(returned, '2026-03-17'), 'workItemNotPutOff')
  await expectRefused(ada, 'putOffWorkItem', putOff(ofBank, '2026-03-17'), 'workItemTakesTwo')
  await ada.ask(CALLS.closeWorkItem, { body: { workItemNo: returned, reason: 'looked at it' } })
  await expectRefused(ada, 'putOffWorkItem', putOff(returned, '2026-03-17'), 'workItemOver')
  await expectRefused(ada, 'putOffWorkItem', putOff('W999999999', '2026-03-17'), 'notFound')
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
    closed: [{ subject: `loan/${loanNo}` }],
  })
})

test('no collector calls a borrower in bankruptcy: the item ends, and comes back when that is over (11 USC 362)', async () => {
  const { ada, open } = await itemsOn('2026-03-17')
  expect(open).toHaveLength(1)
  const fact = { loanNo, kind: 'bankruptcy' } as const
  const noted = { ...fact, since: '2026-03-17', reference: null, note: 'letter' }
  await ada.ask(CALLS.noteLegalFact, { body: noted })
  const suspended = await itemsOn('2026-03-18')
  expect(suspended.open).toEqual([])
  const end = { ...fact, endedOn: '2026-03-18', note: 'dismissed' }
  const { approval } = await suspended.ada.ask(CALLS.endLegalFact, { body: end })
  await confirmApproval(await signInEmployee(api, 'Bea Example'), approval.approvalNo)
  expect((await itemsOn('2026-03-19')).open).toMatchObject([{ subject: `loan/${loanNo}` }])
})
