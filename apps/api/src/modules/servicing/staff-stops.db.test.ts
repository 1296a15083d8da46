import { CALLS } from '@dolphin/contract/registry'
import { ChangeType, PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { batchOn, liveOn, settleOn } from '../../testing/funded-loans.ts'
import { debitsOf, moneyDays, noticesOf, PAYDAYS } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'

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

/** The first payment came back; its retry is planned for April 1, 11 banking days ahead. */
async function behind(): Promise<SignedLoan> {
  const loan = await days.fundOne()
  await days.collect(PAYDAYS[0])
  const [first] = await debitsOf(api, loan)
  if (first === undefined) throw new Error('the first payment was sent')
  await days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
  await liveOn(api, '2026-03-17T09:00:00-04:00')
  return loan
}

const planned = async (loan: SignedLoan) =>
  (await debitsOf(api, loan)).filter(({ status }) => status === 0).map(({ purpose }) => purpose)

const note = 'asked by phone'

describe('whatever is in no file can be stopped (domain.md §10; Regulation E, 12 CFR 1005.10(c))', () => {
  test('the borrower stops a planned retry, and taken back it goes again', async () => {
    const loan = await behind()
    const { choices } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    expect(choices?.stops[0]).toEqual({
      installmentNo: 1,
      dueDate: '2026-04-01',
      amount: '78.61',
      until: '2026-03-31T16:30:00-04:00',
    })
    const body = { loanNo: loan.loanNo, mode: 1 as const, number: 1 }
    const params = { changeTypeCode: ChangeType.revokeFutureAch }
    const { changeNo } = await loan.client.ask(CALLS.requestChange, { params, body })
    expect(await planned(loan)).toEqual([])
    const { timeline } = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
    expect(timeline.some(({ date }) => date === '2026-04-01')).toBe(false)
    await loan.client.ask(CALLS.cancelChange, { params: { changeNo: changeNo ?? '' }, body: {} })
    expect(await planned(loan)).toEqual(['representment'])
  })

  test('support alone stops one debit, at once; the borrower is notified and the others go on', async () => {
    const loan = await behind()
    const ada = await signInEmployee(api)
    const { acts, choices } = await ada.ask(CALLS.listFileActs, { params: { file: loan.loanNo }, query: {} })
    expect(acts.find(({ act }) => act === 'stopDebit')).toMatchObject({ takesTwo: false, obstacle: null })
    expect(choices.debitsToStop[0]).toEqual({ installmentNo: 1, dueDate: '2026-04-01', amount: '78.61' })
    const body = { loanNo: loan.loanNo, installmentNo: 1, note }
    const preview = await ada.ask(CALLS.previewFileAct, {
      body: { act: 'stopDebit', loanNo: loan.loanNo, installmentNo: 1 },
    })
    expect(preview.blocked).toBeNull()
    expect(await planned(loan)).toEqual(['representment'])
    await ada.ask(CALLS.stopDebit, { body })
    expect(await planned(loan)).toEqual([])
    expect(await noticesOf(api, loan)).toContain('changeConfirmed')
    await days.collect(PAYDAYS[1])
    expect(
      (await debitsOf(api, loan)).filter(({ installmentNumber }) => installmentNumber === 2),
    ).toHaveLength(1)
    await liveOn(api, '2026-03-30T09:00:00-04:00')
    const again = await (await signInEmployee(api)).call(CALLS.stopDebit, { body })
    expect(again).toMatchObject({ code: -92020048 })
  })

  test('support alone stops the debit that the borrower has confirmed once', async () => {
    const loan = await behind()
    const { client, loanNo } = loan
    const confirm = () =>
      client.ask(CALLS.requestChange, {
        params: { changeTypeCode: ChangeType.payDown },
        body: {
          loanNo,
          mode: 1,
          paymentMode: PaymentMode.ach,
          effect: 'due',
          amount: '78.61',
          date: '2026-03-18',
        },
      })
    const ada = await signInEmployee(api)
    const body = { loanNo, installmentNo: null, note }
    await proveChanges(api, confirm, { stopDebit: asking(ada, 'stopDebit', { body }) })
    expect(await planned(loan)).toEqual([])
    await days.batch('2026-03-17')
    expect((await debitsOf(api, loan)).filter(({ purpose }) => purpose === 'payNow')).toMatchObject([
      { status: TransactionStatus.rejected, traceNumber: null },
    ])
  })

  test('support alone revokes the authorization: every planned debit is withdrawn, what a batch has stays', async () => {
    const loan = await behind()
    const ada = await signInEmployee(api)
    await ada.ask(CALLS.revokeAuthorization, { body: { loanNo: loan.loanNo, note } })
    expect(await planned(loan)).toEqual([])
    expect(await noticesOf(api, loan)).toContain('authorizationEnded')
    await days.collect(PAYDAYS[1])
    expect((await debitsOf(api, loan)).filter(({ traceNumber }) => traceNumber !== null)).toHaveLength(1)
    await liveOn(api, '2026-03-30T09:00:00-04:00')
    const again = { body: { loanNo: loan.loanNo, note } }
    expect(await (await signInEmployee(api)).call(CALLS.revokeAuthorization, again)).toMatchObject({
      code: -92020048,
    })
  })

  test('there is no authorization to end before the money is there', async () => {
    const { loanNo } = await signLoan(api)
    const order = { body: { loanNo, note } }
    await expectRefused(await signInEmployee(api), 'revokeAuthorization', order, 'loanStatusInvalid')
    const revoke = async () => (await signInEmployee(api)).call(CALLS.revokeAuthorization, order)
    const fund = async () => {
      await batchOn(api, '2026-03-03')
      await settleOn(api, '2026-03-04')
    }
    await proveChanges(api, fund, { revokeAuthorization: revoke })
  })

  test('what a batch has is too late, a suspended loan is debited no more, an unknown one is not found', async () => {
    const loan = await behind()
    await days.collect(PAYDAYS[1])
    await days.announce('2026-03-25')
    await days.settle('2026-03-30')
    await days.announce('2026-03-30')
    await days.batch('2026-03-31')
    await liveOn(api, '2026-03-31T12:00:00-04:00')
    const ada = await signInEmployee(api)
    const { loanNo } = loan
    const stop = (installmentNo: number | null) =>
      ada.call(CALLS.stopDebit, { body: { loanNo, installmentNo, note } })
    expect(await stop(1)).toMatchObject({ code: -92020047 })
    expect(await stop(null)).toMatchObject({ code: -92020047 })
    await ada.ask(CALLS.suspendLoan, { body: { loanNo, subStatus: 'cccs', note } })
    expect(await stop(3)).toMatchObject({ code: -92020043 })
    const unknown = { loanNo: '118-9999999', note }
    expect(await ada.call(CALLS.revokeAuthorization, { body: unknown })).toMatchObject({ code: -92020044 })
    expect(await ada.call(CALLS.stopDebit, { body: { ...unknown, installmentNo: 1 } })).toMatchObject({
      code: -92020044,
    })
  })
})
