import { CALLS } from '@dolphin/contract/registry'
import { cents, type Cents, moneyToWire, parseMoney, sum } from '@dolphin/domain/money/cents'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { confirmApproval } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf, PAYDAYS } from '../../testing/money-days.ts'
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

const centsOf = (text: string): Cents => parseMoney(text) ?? cents(-1n)

async function pageOf({ client, loanNo }: SignedLoan) {
  const page = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
  const { loans } = await client.ask(CALLS.listRepaymentLoan, {})
  const row = loans.find((one) => one.loanNo === loanNo)
  const today = api.clock.now().toISOString().slice(0, 10)
  const toCome = page.installments.filter(({ dueDate }) => dueDate > today)
  return { page, leftToPay: row?.leftToPay ?? '', toCome }
}

/** Payments to come carry the whole balance, the last ends at zero, and their sum is what is left to pay. */
async function expectCovered(loan: SignedLoan, balance: string) {
  const { page, leftToPay, toCome } = await pageOf(loan)
  expect(page).toMatchObject({ balance, uncovered: '0.00' })
  expect(toCome.at(-1)?.balanceAfter).toBe('0.00')
  expect(moneyToWire(sum(toCome.map(({ principal }) => centsOf(principal))))).toBe(balance)
  expect(moneyToWire(sum(toCome.map(({ amount }) => centsOf(amount))))).toBe(leftToPay)
  expect(await ledgerDifferences(api, loan)).toEqual([])
  return toCome.map(({ installmentNo, dueDate, amount }) => [installmentNo, dueDate, amount])
}

/** 302 of the newest payment, by two employees on the morning of a day, sent with that day's batch. */
async function refundLast(loan: SignedLoan, day: string) {
  const last = (await debitsOf(api, loan)).at(-1)
  const zone = day < '2026-03-08' ? '-05:00' : '-04:00'
  await liveOn(api, `${day}T09:00:00${zone}`)
  const ada = await signInEmployee(api)
  const { approval } = await ada.ask(CALLS.manualPosting, {
    body: {
      loanNo: loan.loanNo,
      kind: 'refund',
      changeTypeCode: ChangeType.refundDuplicateDebit,
      amount: moneyToWire(last?.amount ?? cents(0n)),
      effectiveDate: day,
      transactionNo: last?.transactionNo ?? null,
      installmentNo: null,
      paymentMode: null,
      note: 'taken twice',
    },
  })
  await confirmApproval(await signInEmployee(api, 'bea-example'), approval.approvalNo)
  await days.batchNow()
}

describe('a payment that was taken twice is sent back (domain.md §10, 302; §14)', () => {
  test('an extra payment: the schedule before it is in force again, to the cent', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-05T09:00:00-05:00')
    const agreed = await expectCovered(loan, '500.00')
    await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.payDown },
      body: {
        loanNo: loan.loanNo,
        mode: 1,
        paymentMode: PaymentMode.ach,
        date: '2026-03-06',
        amount: '150.00',
      },
    })
    await days.batch('2026-03-05')
    await days.settle('2026-03-06')
    await days.settle('2026-03-10')
    await refundLast(loan, '2026-03-10')
    expect(await expectCovered(loan, '500.00')).toEqual(agreed)
    expect(await noticesOf(api, loan)).toContain('refundSent')
  })

  test('a payment of the schedule: later payments cover what it had paid', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await days.settle('2026-03-17')
    await refundLast(loan, '2026-03-17')
    await expectCovered(loan, '500.00')
  })

  test('a receipt: the payments to come cover all again', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-05T09:00:00-05:00')
    const agreed = await expectCovered(loan, '500.00')
    await receiveWire(api, loan, { at: '2026-03-05T10:00:00-05:00', amount: '100.00' })
    await refundLast(loan, '2026-03-06')
    expect(await expectCovered(loan, '500.00')).toEqual(agreed)
  })
})
