import { CALLS } from '@dolphin/contract/registry'
import { ChangeType, PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, moneyDays } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { runMoneyRound } from '../payments/timetable.ts'

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

/** The batch of portfolio 118 starts half an hour before its cut-off at 17:00. */
const START = '2026-03-05T16:30:00-05:00'

const ASKED = {
  payoff: ({ client, loanNo }: SignedLoan, date: string) =>
    client.ask(CALLS.payOff, { body: { loanNo, mode: 1, paymentMode: PaymentMode.ach, date } }),
  payDown: ({ client, loanNo }: SignedLoan, date: string) =>
    client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.payDown },
      body: { loanNo, mode: 1, paymentMode: PaymentMode.ach, date, amount: '150.00' },
    }),
} as const

const undoOf = async (loan: SignedLoan) => {
  const { changes } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
  const [newest] = changes
  if (newest === undefined) throw new Error('a change was saved')
  return {
    ...newest,
    undo: () => loan.client.call(CALLS.cancelChange, { params: { changeNo: newest.changeNo }, body: {} }),
  }
}

/** A loan whose borrower asked on the morning of March 5 for a debit of the next day. */
async function asked(what: keyof typeof ASKED) {
  const loan = await days.fundOne()
  await liveOn(api, '2026-03-05T09:00:00-05:00')
  await ASKED[what](loan, '2026-03-06')
  return loan
}

/** Lives on to that time of March 5, with each minute's round. */
async function roundAt(time: string): Promise<void> {
  await liveOn(api, `2026-03-05T${time}:00-05:00`)
  await runMoneyRound(days.money)
}

describe('what can be undone is promised until the batch starts that takes it (domain.md §10)', () => {
  test.each(Object.keys(ASKED) as (keyof typeof ASKED)[])(
    '%s: page, answer and check agree',
    async (what) => {
      const loan = await asked(what)
      const change = await undoOf(loan)
      expect(change.cancelUntil).toBe(START)
      const detail = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
      expect(detail.nextPayment?.changeableUntil).toBe(START)
      await roundAt('16:29')
      expect(await change.undo()).toMatchObject({ code: 1 })
    },
  )

  test.each(Object.keys(ASKED) as (keyof typeof ASKED)[])(
    '%s: from the start on nothing offers it',
    async (what) => {
      const loan = await asked(what)
      await liveOn(api, START)
      const change = await undoOf(loan)
      expect(change.cancelable).toBe(false)
      expect(await change.undo()).toMatchObject({ code: -92020046 })
      await roundAt('16:30')
      expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.onBatch }])
    },
  )

  test('a batch by hand before its start says until when undoing was promised, and ends that', async () => {
    const loan = await asked('payoff')
    const cash = await signInEmployee(api)
    const run = (dryRun: boolean) => cash.ask(CALLS.runBatch, { body: { portfolioId: 118, dryRun } })
    expect(await run(true)).toMatchObject({ files: [{ debits: 1 }], promisedUntil: START })
    expect(await run(false)).toMatchObject({ promisedUntil: START })
    const change = await undoOf(loan)
    expect(change.cancelable).toBe(false)
    expect(await change.undo()).toMatchObject({ code: -92020046 })
    // Nothing is left to send, so nothing promised ends.
    expect(await run(true)).toMatchObject({ files: [], promisedUntil: null })
  })

  test('a batch by hand after its start ends nothing that was promised', async () => {
    await asked('payoff')
    await liveOn(api, START)
    const body = { portfolioId: 118, dryRun: true }
    const run = await (await signInEmployee(api)).ask(CALLS.runBatch, { body })
    expect(run).toMatchObject({ files: [{ debits: 1 }], promisedUntil: null })
  })

  test('while the batch runs a payoff is for the batch after it, and can be undone until that one starts', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-05T16:45:00-05:00')
    const early = await loan.client.call(CALLS.payOff, {
      body: { loanNo: loan.loanNo, mode: 0, paymentMode: PaymentMode.ach, date: '2026-03-06' },
    })
    expect(early.code).not.toBe(1)
    await ASKED.payoff(loan, '2026-03-09')
    expect((await undoOf(loan)).cancelUntil).toBe('2026-03-06T16:30:00-05:00')
    await roundAt('16:46')
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.none }])
  })
})
