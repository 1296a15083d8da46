import { CALLS } from '@dolphin/contract/registry'
import { ChangeType, PaymentMode, TransactionStatus } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, moneyDays, PAYDAYS } from '../../testing/money-days.ts'
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

const pay = ({ client, loanNo }: SignedLoan, amount: string, date: string) =>
  client.ask(CALLS.requestChange, {
    params: { changeTypeCode: ChangeType.payDown },
    body: { loanNo, mode: 1, paymentMode: PaymentMode.ach, effect: 'due', amount, date },
  })

const shown = async ({ client, loanNo }: SignedLoan) =>
  (await client.ask(CALLS.listRepaymentLoan, {})).loans.find((loan) => loan.loanNo === loanNo)

/** The first payment came back on Monday; the retry waits for the second one. */
async function behind() {
  const loan = await days.fundOne()
  await days.collect(PAYDAYS[0])
  const [first] = await debitsOf(api, loan)
  if (first === undefined) throw new Error('the first payment was sent')
  await days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
  await liveOn(api, '2026-03-17T09:00:00-04:00')
  return loan
}

describe('paying what is past due at once (domain.md §10 and §14)', () => {
  test('clears the past due, leaves the schedule, and what it covers is not tried again', async () => {
    const loan = await behind()
    const before = await shown(loan)
    expect(before).toMatchObject({ pastDueAmount: '78.61', automatic: { on: true }, openChange: null })
    await pay(loan, '78.61', '2026-03-18')
    const asked = await shown(loan)
    expect(asked?.nextPayment).toMatchObject({
      date: '2026-03-18',
      total: '78.61',
      sentBy: 'us',
      parts: [{ purpose: 'payNow', amount: '78.61' }],
    })
    expect(asked?.changes.find(({ changeTypeCode }) => changeTypeCode === ChangeType.payDown)).toMatchObject({
      allowed: false,
    })
    await days.batch('2026-03-17')
    await days.settle('2026-03-18')
    await liveOn(api, '2026-03-18T10:00:00-04:00')
    const after = await shown(loan)
    expect(after).toMatchObject({
      pastDueAmount: '0.00',
      daysOverdue: 0,
      installmentsTotal: before?.installmentsTotal,
      nextPayment: { date: '2026-03-27', total: '78.61' },
    })
    const debits = await debitsOf(api, loan)
    expect(debits.map(({ purpose, status }) => [purpose, status])).toEqual(
      expect.arrayContaining([
        ['representment', -1],
        ['payNow', 2],
      ]),
    )
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('that comes back leaves the payment past due, to be paid again', async () => {
    const loan = await behind()
    await pay(loan, '78.61', '2026-03-18')
    await days.batch('2026-03-17')
    await days.settle('2026-03-18')
    const paid = (await debitsOf(api, loan)).find(({ purpose }) => purpose === 'payNow')
    if (paid === undefined) throw new Error('the payment was sent')
    await days.bankSays('2026-03-19', [{ transaction: paid, code: 'R01' }])
    await liveOn(api, '2026-03-20T09:00:00-04:00')
    const after = await shown(loan)
    expect(after).toMatchObject({ pastDueAmount: '78.61', openChange: null })
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('that the borrower takes back in time leaves the retry in force', async () => {
    const loan = await behind()
    const { changeNo } = await pay(loan, '78.61', '2026-03-18')
    if (changeNo === null) throw new Error('a saved change has a number')
    await loan.client.ask(CALLS.cancelChange, { params: { changeNo }, body: {} })
    const debits = await debitsOf(api, loan)
    expect(debits.map(({ purpose, status }) => [purpose, status])).toEqual(
      expect.arrayContaining([
        ['representment', 0],
        ['payNow', -1],
      ]),
    )
    expect(await shown(loan)).toMatchObject({ pastDueAmount: '78.61', openChange: null })
  })
})

describe('a payment that the borrower makes once while autopay is off', () => {
  test('counts for the next payment: the one after it is what comes next', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-05T09:00:00-05:00')
    await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.revokeFutureAch },
      body: { loanNo: loan.loanNo, mode: 1 },
    })
    const off = await shown(loan)
    expect(off).toMatchObject({
      automatic: { on: false },
      nextPayment: { date: '2026-03-13', total: '78.61', sentBy: 'borrower' },
    })
    await pay(loan, '78.61', '2026-03-06')
    await days.batch('2026-03-05')
    await days.settle('2026-03-06')
    await liveOn(api, '2026-03-09T09:00:00-04:00')
    expect((await shown(loan))?.nextPayment).toMatchObject({ date: '2026-03-27', sentBy: 'borrower' })
    await liveOn(api, '2026-03-16T09:00:00-04:00')
    expect(await shown(loan)).toMatchObject({ pastDueAmount: '0.00' })
  })

  test('takes less where a receipt pays a part before it is sent, told the same hour', async () => {
    const loan = await behind()
    await pay(loan, '78.61', '2026-03-19')
    await days.announceNow()
    await receiveWire(api, loan, { at: '2026-03-17T14:00:00-04:00', amount: '30.00' })
    await liveOn(api, '2026-03-17T15:00:00-04:00')
    expect((await shown(loan))?.nextPayment).toMatchObject({ date: '2026-03-19', total: '48.61' })
    const mails = await api.mailsTo(loan.email)
    const told = mails.filter(({ kind }) => kind === 'unusualWithdrawal').map(({ content }) => content.text)
    expect(told.at(-1)).toContain('$48.61')
    expect(mails.find(({ kind }) => kind === 'paymentReceived')?.content.text).toContain(
      'On Thu, Mar 19, 2026 we take $48.61 instead of $78.61: the rest was paid another way.',
    )
    await days.batch('2026-03-18')
    await days.settle('2026-03-19')
    await liveOn(api, '2026-03-19T10:00:00-04:00')
    expect(await shown(loan)).toMatchObject({ pastDueAmount: '0.00', daysOverdue: 0 })
    const payNow = (await debitsOf(api, loan)).find(({ purpose }) => purpose === 'payNow')
    expect(payNow).toMatchObject({ amount: 4_861n, status: TransactionStatus.notChecked })
    expect(await ledgerDifferences(api, loan)).toEqual([])
    // With the receipt it has paid the first payment: none of them covers the second as well
    await days.collect(PAYDAYS[1])
    const second = (await debitsOf(api, loan)).find(({ installmentNumber: of }) => of === 2)
    if (second === undefined) throw new Error('payment 2 was sent')
    await days.bankSays('2026-03-30', [{ transaction: second, code: 'R01' }])
    await liveOn(api, '2026-03-31T09:00:00-04:00')
    expect(await shown(loan)).toMatchObject({ pastDueAmount: '78.61' })
  })
})
