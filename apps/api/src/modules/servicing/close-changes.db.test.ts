import { CALLS } from '@dolphin/contract/registry'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, moneyDays } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

const { ach, wire, moneyOrder } = PaymentMode

/** 500.00 in ten payments from 2026-03-13 on, on the morning of 2026-03-05. */
async function funded() {
  const loan = await days.fundOne()
  await liveOn(api, '2026-03-05T09:00:00-05:00')
  return { loan, agreed: await scheduleOf(loan) }
}

/** What is still to be paid of the schedule: number, day and amount. */
async function scheduleOf({ client, loanNo }: SignedLoan) {
  const { installments } = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
  return installments.map(({ installmentNo, dueDate, amount }) => [installmentNo, dueDate, amount])
}

const payOff = ({ client, loanNo }: SignedLoan, paymentMode: PaymentMode = ach) =>
  client.ask(CALLS.payOff, { body: { loanNo, mode: 1, paymentMode, date: '2026-03-06' } })

const request = (
  { client, loanNo }: SignedLoan,
  changeTypeCode: 103 | 104 | 107 | 108,
  more: Record<string, unknown> = {},
) => client.ask(CALLS.requestChange, { params: { changeTypeCode }, body: { loanNo, mode: 1, ...more } })

const payDown = (loan: SignedLoan) =>
  request(loan, ChangeType.payDown, { paymentMode: ach, date: '2026-03-06', amount: '150.00' })
const stop = (loan: SignedLoan) => request(loan, ChangeType.revokeFutureAch)

const standing = async ({ client, loanNo }: SignedLoan) => {
  const { paymentMode } = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
  const { changes } = await client.ask(CALLS.listChange, { query: { loanNo } })
  return { paymentMode, changes: changes.map(({ changeTypeCode, status }) => [changeTypeCode, status]) }
}

async function comesBack(loan: SignedLoan, day: string): Promise<void> {
  const [transaction] = await debitsOf(api, loan)
  if (transaction === undefined) throw new Error('a debit was sent')
  expect(await days.bankSays(day, [{ transaction, code: 'R01' }])).toMatchObject({ returns: 1 })
  await liveOn(api, `${day}T13:00:00-04:00`)
}

describe('the debit of a change fails after automatic payments were stopped (domain.md §10)', () => {
  test.each([
    ['a payoff', payOff, ChangeType.payOff],
    ['an extra payment', payDown, ChangeType.payDown],
  ] as const)('%s that comes back: the schedule before it holds again', async (_what, ask, type) => {
    const { loan, agreed } = await funded()
    await ask(loan)
    await days.batch('2026-03-05')
    await liveOn(api, '2026-03-05T11:00:00-05:00')
    await stop(loan)
    await days.settle('2026-03-06')
    await comesBack(loan, '2026-03-09')
    expect(await scheduleOf(loan)).toEqual(agreed)
    expect(await standing(loan)).toEqual({
      paymentMode: moneyOrder,
      changes: [
        [104, 'applied'],
        [type, 'failed'],
      ],
    })
  })

  test.each([
    ['a payoff', payOff],
    ['an extra payment', payDown],
  ] as const)('%s that is never sent: the schedule before it holds again', async (_what, ask) => {
    const { loan, agreed } = await funded()
    await ask(loan)
    await stop(loan)
    await days.batch('2026-03-05')
    for (const day of ['2026-03-06', '2026-03-09', '2026-03-10', '2026-03-11', '2026-03-12'])
      await days.settle(day)
    await liveOn(api, '2026-03-12T10:00:00-04:00')
    expect((await debitsOf(api, loan)).map(({ status }) => status)).toEqual([-1])
    expect(await scheduleOf(loan)).toEqual(agreed)
    expect(await standing(loan)).toMatchObject({ paymentMode: moneyOrder })
  })
})

describe('the debit of an extra payment comes back after other changes (domain.md §10)', () => {
  /** An extra payment that settled on 2026-03-06, on the morning of the next banking day. */
  async function extraPaid() {
    const { loan, agreed } = await funded()
    await payDown(loan)
    await days.batch('2026-03-05')
    await days.settle('2026-03-06')
    await liveOn(api, '2026-03-09T10:00:00-04:00')
    expect(await scheduleOf(loan)).not.toEqual(agreed)
    return { loan, agreed }
  }

  test('another way to pay (107) stays, on the schedule before the extra payment', async () => {
    const { loan, agreed } = await extraPaid()
    await request(loan, ChangeType.changePaymentMode, { paymentMode: wire })
    await comesBack(loan, '2026-03-09')
    expect(await scheduleOf(loan)).toEqual(agreed)
    expect(await standing(loan)).toMatchObject({ paymentMode: wire })
  })

  test('a change that was taken back meanwhile does not keep the shorter schedule', async () => {
    const { loan, agreed } = await extraPaid()
    const { changeNo } = await request(loan, ChangeType.changePaymentMode, { paymentMode: wire })
    await loan.client.ask(CALLS.cancelChange, { params: { changeNo: changeNo ?? '' }, body: {} })
    await comesBack(loan, '2026-03-09')
    expect(await scheduleOf(loan)).toEqual(agreed)
    expect(await standing(loan)).toMatchObject({ paymentMode: ach })
  })

  test('a change taken back afterwards does not bring the shorter schedule back', async () => {
    const { loan, agreed } = await extraPaid()
    const { changeNo } = await request(loan, ChangeType.changePaymentMode, { paymentMode: wire })
    await comesBack(loan, '2026-03-09')
    await loan.client.ask(CALLS.cancelChange, { params: { changeNo: changeNo ?? '' }, body: {} })
    expect(await scheduleOf(loan)).toEqual(agreed)
    expect(await standing(loan)).toMatchObject({ paymentMode: ach })
  })

  test('an expected payoff beside it changes nothing of that', async () => {
    const { loan, agreed } = await extraPaid()
    const body = { loanNo: loan.loanNo, mode: 1, paymentMode: wire, date: '2026-03-10' } as const
    await loan.client.ask(CALLS.payOff, { body })
    await comesBack(loan, '2026-03-09')
    expect(await scheduleOf(loan)).toEqual(agreed)
  })

  test('a schedule that was made anew since stays, and is made to cover what came back', async () => {
    const { loan } = await extraPaid()
    const body = { loanNo: loan.loanNo, mode: 1, paymentMode: ach, number: 3 } as const
    await loan.client.ask(CALLS.payOffInN, { body })
    const anew = await scheduleOf(loan)
    await comesBack(loan, '2026-03-09')
    const after = await scheduleOf(loan)
    expect(after.slice(0, anew.length)).toEqual(anew)
    expect(after.slice(anew.length)).toEqual([
      [15, '2026-05-08', '119.10'],
      [16, '2026-05-22', '145.89'],
    ])
  })
})
