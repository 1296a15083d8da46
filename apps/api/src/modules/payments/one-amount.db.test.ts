import { CALLS } from '@dolphin/contract/registry'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, moneyDays, PAYDAYS } from '../../testing/money-days.ts'
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

const ask = (loan: SignedLoan, mode: 0 | 1 = 1) => ({
  params: { changeTypeCode: ChangeType.payDown },
  body: {
    loanNo: loan.loanNo,
    mode,
    paymentMode: PaymentMode.ach,
    effect: 'due' as const,
    amount: '78.61',
    date: '2026-03-18',
  },
})
const payNow = (loan: SignedLoan, mode: 0 | 1 = 1) => loan.client.ask(CALLS.requestChange, ask(loan, mode))

const detailOf = async ({ client, loanNo }: SignedLoan) =>
  await client.ask(CALLS.paymentDetail, { query: { loanNo } })

const mailOf = async ({ email }: SignedLoan, kind: string): Promise<string> =>
  JSON.stringify((await api.mailsTo(email)).filter((mail) => mail.kind === kind))

/** The first of ten payments of 78.61 came back on Monday, March 16; its retry is planned for April 1. */
async function behind(): Promise<SignedLoan> {
  const loan = await days.fundOne()
  await days.collect(PAYDAYS[0])
  const [first] = await debitsOf(api, loan)
  if (first === undefined) throw new Error('the first payment was sent')
  await days.bankSays('2026-03-16', [{ transaction: first, code: 'R01' }])
  await liveOn(api, '2026-03-17T09:00:00-04:00')
  return loan
}

const shownDebits = async (loan: SignedLoan) =>
  (await debitsOf(api, loan)).map(({ purpose, status, installmentNumber }) => [
    purpose,
    status,
    installmentNumber,
  ])

describe('paying what is due withdraws the planned retry (domain.md §14, one amount, several ways to collect it)', () => {
  test('at once, says so before it is confirmed, and is filed as the missed payment', async () => {
    const loan = await behind()
    const preview = await payNow(loan, 0)
    expect(preview.remarks.join(' ')).toContain('We will not try the $78.61 again on Wed, Apr 1, 2026.')
    await payNow(loan)
    expect(await shownDebits(loan)).toEqual(
      expect.arrayContaining([
        ['representment', -1, 1],
        ['payNow', 0, 1],
      ]),
    )
    const { timeline } = await detailOf(loan)
    const ahead = timeline.filter(({ direction, phase }) => direction === 'in' && phase === 'scheduled')
    expect(ahead.slice(0, 2)).toMatchObject([
      { date: '2026-03-18', amount: '78.61', purpose: 'payNow', installmentNo: 1 },
      { date: '2026-03-27', amount: '78.61', installmentNo: 2 },
    ])
    expect(timeline.filter(({ date }) => date === '2026-04-01')).toEqual([])
    const { changes } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    expect(changes[0]?.text).toBe('Payment 1, past due')
    await api.runJobs()
    const mail = await mailOf(loan, 'changeConfirmed')
    expect(mail).toContain('We will not try the $78.61 again on Wed, Apr 1, 2026.')
    expect(mail).toContain('Payment 1, past due')
  })

  test('a retry that is on a batch: refused with the day on which it will be known', async () => {
    const loan = await behind()
    await days.collect(PAYDAYS[1])
    await days.settle('2026-03-30')
    await days.announce('2026-03-25')
    await days.announce('2026-03-30')
    await days.batch('2026-03-31')
    expect(await shownDebits(loan)).toEqual(expect.arrayContaining([['representment', 4, 1]]))
    await liveOn(api, '2026-03-31T12:00:00-04:00')
    const body = { ...ask(loan).body, date: '2026-04-02' }
    const refused = await loan.client.call(CALLS.requestChange, { ...ask(loan), body })
    expect(refused.code).not.toBe(1)
    expect(JSON.stringify(refused)).toContain('Fri, Apr 3, 2026')
  })

  test('pay now that comes back does not revive it, and is the second failure (12 CFR 1041.8)', async () => {
    const loan = await behind()
    await payNow(loan)
    await days.batch('2026-03-17')
    await days.settle('2026-03-18')
    const paid = (await debitsOf(api, loan)).find(({ purpose }) => purpose === 'payNow')
    if (paid === undefined) throw new Error('the payment was sent')
    await days.bankSays('2026-03-19', [{ transaction: paid, code: 'R01' }])
    await liveOn(api, '2026-03-20T09:00:00-04:00')
    expect((await debitsOf(api, loan)).filter(({ status }) => status === 0)).toEqual([])
    const sent = (await debitsOf(api, loan)).filter(({ traceNumber }) => traceNumber !== null).length
    for (const day of PAYDAYS.slice(1)) await days.collect(day)
    expect((await debitsOf(api, loan)).filter(({ traceNumber }) => traceNumber !== null)).toHaveLength(sent)

    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('taken back in time: the retry goes as it was announced', async () => {
    const loan = await behind()
    const { changeNo } = await payNow(loan)
    await loan.client.ask(CALLS.cancelChange, { params: { changeNo: changeNo ?? '' }, body: {} })
    const planned = (await debitsOf(api, loan)).filter(({ status }) => status === 0)
    expect(planned).toMatchObject([{ purpose: 'representment', installmentNumber: 1, amount: 7861n }])
    const { timeline } = await detailOf(loan)
    expect(timeline.filter(({ date }) => date === '2026-04-01')).toMatchObject([
      { purpose: 'representment', phase: 'scheduled' },
    ])
  })
})

describe('who sends a payment is said alike everywhere (domain.md §14)', () => {
  test('autopay off and past due: pay now is taken by us on the review, the receipt, home, the list, the mail and the batch', async () => {
    const loan = await behind()
    const revoked = await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.revokeFutureAch },
      body: { loanNo: loan.loanNo, mode: 1 },
    })
    expect(revoked.remarks.join(' ')).toContain('We will not try the $78.61 again on Wed, Apr 1, 2026.')
    expect((await debitsOf(api, loan)).filter(({ status }) => status === 0)).toEqual([])
    const preview = await payNow(loan, 0)
    expect(preview.payment).toEqual({ amount: '78.61', date: '2026-03-18', sentBy: 'us' })
    expect(preview.newSchedule.slice(0, 2)).toMatchObject([
      { source: 'single', installmentNo: 1, sentBy: 'us' },
      { dueDate: '2026-03-27', installmentNo: 2, sentBy: 'borrower' },
    ])
    await payNow(loan)
    const [change] = (await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })).changes
    expect(change?.payment).toEqual(preview.payment)
    const { timeline, nextPayment } = await detailOf(loan)
    expect(nextPayment).toMatchObject({
      date: '2026-03-18',
      sentBy: 'us',
      parts: [{ purpose: 'payNow', installmentNo: 1, sentBy: 'us' }],
    })
    const ahead = timeline.filter(({ phase, direction }) => phase === 'scheduled' && direction === 'in')
    expect(ahead.slice(0, 2)).toMatchObject([
      { date: '2026-03-18', sentBy: 'us' },
      { date: '2026-03-27', sentBy: 'borrower' },
    ])
    await api.runJobs()
    expect(await mailOf(loan, 'changeConfirmed')).toContain('We take $78.61 once on Wed, Mar 18, 2026.')
    await days.batch('2026-03-17')
    expect(await shownDebits(loan)).toEqual(expect.arrayContaining([['payNow', 4, 1]]))
    await days.settle('2026-03-18')
    await liveOn(api, '2026-03-18T10:00:00-04:00')
    expect(await detailOf(loan)).toMatchObject({
      pastDueAmount: '0.00',
      nextPayment: { date: '2026-03-27', sentBy: 'borrower' },
    })
  })

  test('autopay off: what is paid once for a payment to come is not taken again when autopay is on', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-05T09:00:00-05:00')
    await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.revokeFutureAch },
      body: { loanNo: loan.loanNo, mode: 1 },
    })
    const body = { ...ask(loan).body, date: '2026-03-06' }
    await loan.client.ask(CALLS.requestChange, { ...ask(loan), body })
    const { timeline } = await detailOf(loan)
    const toCome = timeline.filter(({ phase, direction }) => phase === 'scheduled' && direction === 'in')
    expect(toCome.slice(0, 2).map(({ date }) => date)).toEqual(['2026-03-06', '2026-03-27'])
    await days.batch('2026-03-05')
    await days.settle('2026-03-06')
    await liveOn(api, '2026-03-06T10:00:00-05:00')
    await loan.client.ask(CALLS.authorization, {
      body: { loanNo: loan.loanNo, version: 3, mark: { kind: 'typed', text: 'Jordan Sample' } },
    })
    for (const day of PAYDAYS.slice(0, 2)) await days.collect(day)
    expect(await shownDebits(loan)).toEqual([
      ['payNow', 3, 1],
      ['installment', 2, 2],
    ])
  })
})
