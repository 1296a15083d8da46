import { LoanStatus } from '@dolphin/domain/loans/codes'
import { CALLS } from '@dolphin/contract/registry'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { refusedMode } from '@dolphin/domain/servicing/changes/payment-mode-change'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, moneyDays, PAYDAYS } from '../../testing/money-days.ts'
import { receiveWire } from '../../testing/receipts-by-hand.ts'
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

const SENT_BY_THE_BORROWER = Object.values(PaymentMode).filter(
  (mode) => refusedMode(mode) === null && mode !== PaymentMode.ach,
)
const MORNING = '2026-03-05T09:00:00-05:00'
const BY = '2026-03-06'

async function funded(): Promise<SignedLoan> {
  const loan = await days.fundOne()
  await liveOn(api, MORNING)
  return loan
}

const payOff = ({ loanNo }: SignedLoan, mode: 0 | 1, paymentMode: PaymentMode) =>
  ({ body: { loanNo, mode, paymentMode, date: BY } }) as const
const payDown = ({ loanNo }: SignedLoan, mode: 0 | 1, paymentMode: PaymentMode) =>
  ({
    params: { changeTypeCode: ChangeType.payDown },
    body: { loanNo, mode, paymentMode, date: BY, amount: '150.00' },
  }) as const

const scheduleOf = async ({ client, loanNo }: SignedLoan) => {
  const { installments, paymentMode } = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
  return {
    paymentMode,
    installments: installments.map(({ installmentNo, dueDate, amount }) => [installmentNo, dueDate, amount]),
  }
}

describe('a payment that the borrower sends, or that we charge by phone (domain.md §10)', () => {
  test.each(SENT_BY_THE_BORROWER)(
    'payoff by %i: expected, not confirmed; no payment is taken off',
    async (mode) => {
      const loan = await funded()
      const before = await scheduleOf(loan)
      const preview = await loan.client.ask(CALLS.payOff, payOff(loan, 0, mode))
      expect(preview.newSchedule).toEqual(preview.oldSchedule)
      expect(preview.expected).toEqual({ paymentMode: mode, amount: '507.12', by: BY })
      const saved = await loan.client.ask(CALLS.payOff, payOff(loan, 1, mode))
      expect(saved).toMatchObject({
        notification: null,
        expected: preview.expected,
        totalAfter: saved.totalBefore,
      })
      expect(await scheduleOf(loan)).toEqual(before)
      expect(await debitsOf(api, loan)).toEqual([])
    },
  )

  test.each(SENT_BY_THE_BORROWER)('extra payment by %i: expected; no payment is taken off', async (mode) => {
    const loan = await funded()
    const before = await scheduleOf(loan)
    const preview = await loan.client.ask(CALLS.requestChange, payDown(loan, 0, mode))
    expect(preview.newSchedule).toEqual(preview.oldSchedule)
    const saved = await loan.client.ask(CALLS.requestChange, payDown(loan, 1, mode))
    expect(saved).toMatchObject({
      notification: null,
      expected: { paymentMode: mode, amount: '150.00', by: BY },
    })
    expect(await scheduleOf(loan)).toEqual(before)
    expect(await debitsOf(api, loan)).toEqual([])
  })

  test.each([PaymentMode.creditCard, PaymentMode.cash, PaymentMode.instantFund])(
    '%i is refused at preview and at save',
    async (paymentMode) => {
      const loan = await funded()
      const { client, loanNo } = loan
      for (const mode of [0, 1] as const) {
        await expectRefused(client, 'payOff', payOff(loan, mode, paymentMode), 'paymentModeRefused')
        await expectRefused(client, 'requestChange', payDown(loan, mode, paymentMode), 'paymentModeRefused')
        const inTwo = { body: { loanNo, mode, paymentMode, number: 2 } }
        await expectRefused(client, 'payOffInN', inTwo, 'paymentModeRefused')
        const fixed = { body: { loanNo, mode, paymentMode, amount: '200.00' } }
        await expectRefused(client, 'payFixedAmount', fixed, 'paymentModeRefused')
      }
    },
  )

  test('the next agreed payment is still taken, and the loan goes on as if nothing had been said', async () => {
    const loan = await funded()
    await loan.client.ask(CALLS.payOff, payOff(loan, 1, PaymentMode.debitCard))
    await days.collect(PAYDAYS[0])
    expect(await debitsOf(api, loan)).toMatchObject([{ purpose: 'installment', installmentNumber: 1 }])
    expect(await findLoan(api.database.db, loan)).toMatchObject({ status: LoanStatus.processing })
  })

  test('the reply and the mail say how to pay, and that nothing else changes', async () => {
    const loan = await funded()
    const saved = await loan.client.ask(CALLS.payOff, payOff(loan, 1, PaymentMode.debitCard))
    expect(saved.remarks).toEqual([
      'Call us by Fri, Mar 6, 2026. We charge $507.12 to your debit card by phone.',
      'Nothing is taken now. Your scheduled payments stay as they are until this payment has arrived. You can stop automatic payments until then.',
    ])
    const [told] = (await api.mailsTo(loan.email)).filter(({ kind }) => kind === 'changeConfirmed')
    expect(told?.subject).toBe('Your loan was changed: Pay off, by a payment that you make yourself')
    const { changes } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    expect(changes[0]?.text).toBe('Pay off, by a payment that you make yourself')
  })

  test('a payoff read for another mode is out of date', async () => {
    const loan = await funded()
    const { quoteId } = await loan.client.ask(CALLS.payOff, payOff(loan, 0, PaymentMode.wire))
    const { body } = payOff(loan, 1, PaymentMode.debitCard)
    await expectRefused(loan.client, 'payOff', { body: { ...body, quoteId } }, 'quoteOutdated')
  })

  test('N payments by debit card that are not made are past due', async () => {
    const loan = await funded()
    const body = { loanNo: loan.loanNo, mode: 1, paymentMode: PaymentMode.debitCard, number: 2 } as const
    await loan.client.ask(CALLS.payOffInN, { body })
    for (const payday of PAYDAYS.slice(0, 3)) await days.collect(payday)
    expect(await debitsOf(api, loan)).toEqual([])
    await liveOn(api, '2026-04-20T10:00:00-04:00')
    const { daysOverdue } = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
    expect(daysOverdue).toBeGreaterThan(0)
  })

  test('an extra payment that has come makes the schedule shorter, and covers no payment that comes back as well', async () => {
    const loan = await funded()
    const before = (await scheduleOf(loan)).installments
    await loan.client.ask(CALLS.requestChange, payDown(loan, 1, PaymentMode.wire))
    await receiveWire(api, loan, { at: `${BY}T12:00:00-05:00`, amount: '150.00' })
    await liveOn(api, `${BY}T14:00:00-05:00`)
    expect((await scheduleOf(loan)).installments.length).toBeLessThan(before.length)
    await days.collect(PAYDAYS[0])
    const [first] = (await debitsOf(api, loan)).filter(({ installmentNumber }) => installmentNumber === 1)
    if (first === undefined) throw new Error('payment 1 was sent')
    await days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
    await liveOn(api, '2026-03-17T09:00:00-04:00')
    const page = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
    expect(page.pastDueAmount).toBe('78.61')
    const planned = (await debitsOf(api, loan)).filter(
      ({ purpose, status }) => purpose === 'representment' && status === 0,
    )
    expect(planned).toHaveLength(1)
  })

  test('what of it is past due as it comes is paid first; the rest makes the schedule shorter', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const [first] = await debitsOf(api, loan)
    if (first === undefined) throw new Error('payment 1 was sent')
    await days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
    await liveOn(api, '2026-03-17T09:00:00-04:00')
    const { client, loanNo } = loan
    await client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.payDown },
      body: { loanNo, mode: 1, paymentMode: PaymentMode.wire, date: '2026-03-18', amount: '150.00' },
    })
    await receiveWire(api, loan, { at: '2026-03-17T12:00:00-04:00', amount: '150.00' })
    await days.collect(PAYDAYS[1])
    const second = (await debitsOf(api, loan)).find(({ installmentNumber }) => installmentNumber === 2)
    if (second === undefined) throw new Error('payment 2 was sent')
    await days.bankSays('2026-03-30', [{ transaction: second, code: 'R01' }])
    await liveOn(api, '2026-03-31T09:00:00-04:00')
    const page = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
    expect(page.pastDueParts).toMatchObject([{ installmentNo: 2, amount: '78.61' }])
  })
})
