import { CALLS } from '@dolphin/contract/registry'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf } from '../../testing/money-days.ts'
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

/** 500.00 in ten payments of 78.61 from Friday, 2026-03-13 on, on the morning of 2026-03-05. */
async function funded(): Promise<SignedLoan> {
  const loan = await days.fundOne()
  await liveOn(api, '2026-03-05T09:00:00-05:00')
  return loan
}

const asked = ({ loanNo }: SignedLoan, number: number, mode: 0 | 1 = 1) => ({
  params: { changeTypeCode: ChangeType.revokeFutureAch },
  body: { loanNo, mode, number },
})
const stop = (loan: SignedLoan, number: number) => loan.client.ask(CALLS.requestChange, asked(loan, number))
const shown = async ({ client, loanNo }: SignedLoan) =>
  await client.ask(CALLS.paymentDetail, { query: { loanNo } })
const changesOf = async ({ client, loanNo }: SignedLoan) =>
  await client.ask(CALLS.listChange, { query: { loanNo } })

/** The dates and amounts of what was sent to the bank. */
const sent = async (loan: SignedLoan) =>
  (await debitsOf(api, loan)).map(({ installmentNumber, status }) => [installmentNumber, status])

const FIRST = ['2026-03-06', '2026-03-12', '2026-03-13'] as const
const SECOND = ['2026-03-20', '2026-03-26', '2026-03-27'] as const

describe('one payment is stopped, 104 by its number (domain.md §10; Regulation E, 12 CFR 1005.10(c))', () => {
  test('the preview says that it is free, until when, and what the payment comes to later; nothing is written', async () => {
    const loan = await funded()
    const preview = await loan.client.ask(CALLS.requestChange, asked(loan, 1, 0))
    expect(preview).toMatchObject({ costDifference: '0.00', needsSignature: false, changeNo: null })
    expect(preview.cutOffAt).toMatch(/^2026-03-12T/)
    expect(preview.remarks[0]).toMatch(
      /^We will not take the \$78\.61 of Fri, Mar 13, 2026\. Stopping it is free\..*up to \$\d\.\d\d a day\.$/,
    )
    expect((await shown(loan)).nextPayment).toMatchObject({ date: '2026-03-13', sentBy: 'us' })
  })

  test('it is not taken, the next one is; every page says who sends it, and autopay stays on', async () => {
    const loan = await funded()
    await stop(loan, 1)
    const detail = await shown(loan)
    expect(detail).toMatchObject({
      automatic: { on: true },
      nextPayment: { date: '2026-03-13', total: '78.61', sentBy: 'borrower', accountMasked: null },
    })
    const [first, second] = detail.timeline.filter(({ installmentNo }) => installmentNo !== null)
    expect(first).toMatchObject({ installmentNo: 1, stopped: true, phase: 'scheduled' })
    expect(first?.reason).toContain('You stopped this payment')
    expect(second).toMatchObject({ installmentNo: 2, stopped: false, reason: null })
    const { changes, choices } = await changesOf(loan)
    expect(changes[0]).toMatchObject({ text: 'Stop one payment', changeTypeCode: 104, cancelable: true })
    expect(choices?.stops.map(({ installmentNo }) => installmentNo)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10])
    await api.runJobs()
    const told = await noticesOf(api, loan)
    expect(told).toContain('changeConfirmed')
    expect(told).not.toContain('authorizationEnded')

    expect((await days.collect([...FIRST])).files).toEqual([])
    expect(await sent(loan)).toEqual([])
    await days.collect([...SECOND])
    expect(await sent(loan)).toEqual([[2, 2]])
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('what the borrower pays before its day counts for it', async () => {
    const loan = await funded()
    await stop(loan, 1)
    await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.payDown },
      body: {
        loanNo: loan.loanNo,
        mode: 1,
        paymentMode: PaymentMode.ach,
        amount: '78.61',
        date: '2026-03-06',
        effect: 'due',
      },
    })
    await days.batch('2026-03-05')
    await days.settle('2026-03-06')
    await liveOn(api, '2026-03-09T09:00:00-04:00')
    expect((await shown(loan)).nextPayment).toMatchObject({ date: '2026-03-27', sentBy: 'us' })
  })

  test('not paid by its day it is past due, and is not taken for one that we missed', async () => {
    const loan = await funded()
    await stop(loan, 1)
    await days.collect([...FIRST])
    await api.runJobs()
    await liveOn(api, '2026-03-16T09:00:00-04:00')
    expect(await shown(loan)).toMatchObject({
      pastDueParts: [{ installmentNo: 1, dueDate: '2026-03-13', amount: '78.61' }],
    })
    expect(await noticesOf(api, loan)).not.toContain('paymentMoved')
  })

  test('taken back in time, it is taken as before', async () => {
    const loan = await funded()
    const { changeNo } = await stop(loan, 1)
    if (changeNo === null) throw new Error('a saved change has a number')
    await loan.client.ask(CALLS.cancelChange, { params: { changeNo }, body: {} })
    expect((await shown(loan)).nextPayment).toMatchObject({ date: '2026-03-13', sentBy: 'us' })
    await days.collect([...FIRST])
    expect(await sent(loan)).toEqual([[1, 2]])
  })

  test('a second one may be stopped too, and a change between them keeps the first', async () => {
    const loan = await funded()
    await stop(loan, 2)
    await stop(loan, 3)
    await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.payDown },
      body: {
        loanNo: loan.loanNo,
        mode: 1,
        paymentMode: PaymentMode.ach,
        amount: '150.00',
        date: '2026-03-06',
        effect: 'shorter',
      },
    })
    const { changes } = await changesOf(loan)
    await loan.client.ask(CALLS.cancelChange, { params: { changeNo: changes[0]?.changeNo ?? '' }, body: {} })
    expect((await changesOf(loan)).choices?.stops.map(({ installmentNo }) => installmentNo)).toEqual([
      1, 4, 5, 6, 7, 8, 9, 10,
    ])
  })

  test('one that is being sent says so, a stopped one is not stopped again, and a stranger stops none', async () => {
    const loan = await funded()
    await stop(loan, 2)
    await days.announce(FIRST[0])
    await days.batch(FIRST[1])
    await liveOn(api, '2026-03-12T12:00:00-04:00')
    const { stops = [] } = (await changesOf(loan)).choices ?? {}
    expect(stops[0]).toMatchObject({ installmentNo: 1, dueDate: '2026-03-13', until: null })
    expect(await loan.client.call(CALLS.requestChange, asked(loan, 1))).toMatchObject({ code: -92020047 })
    expect((await loan.client.call(CALLS.requestChange, asked(loan, 2))).code).not.toBe(1)
    const stranger = await days.fundOne()
    expect((await stranger.client.call(CALLS.requestChange, asked(loan, 3))).code).not.toBe(1)
  })
})
