import type { CallRequest } from '@dolphin/contract/call'
import { CALLS } from '@dolphin/contract/registry'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listAccountEntries } from '@dolphin/database/servicing/account-entry-repository'
import { cents, moneyToWire, parseMoney, sum } from '@dolphin/domain/money/cents'
import { ChangeType, PaymentMode } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { confirmApproval } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { runPastDueRound } from '../payments/past-due.ts'

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

/** 500.00 in ten payments from 2026-03-13 on; the first is with the bank since 2026-03-12, 10:00. */
async function firstInFlight() {
  const loan = await days.fundOne()
  await days.announce('2026-03-06')
  await days.batch('2026-03-12')
  await liveOn(api, '2026-03-12T11:00:00-04:00')
  return loan
}

const pageOf = ({ client, loanNo }: SignedLoan) => client.ask(CALLS.paymentDetail, { query: { loanNo } })

/** What is still to be paid of the schedule: number, day and amount. */
const scheduleOf = async (loan: SignedLoan) =>
  (await pageOf(loan)).installments.map(({ installmentNo, dueDate, amount }) => [
    installmentNo,
    dueDate,
    amount,
  ])

/** Asks for help: the next payment that is not on its way goes to the end. */
async function askForHelp({ client, loanNo }: SignedLoan, mode: 0 | 1) {
  const { choices } = await client.ask(CALLS.listChange, { query: { loanNo } })
  return await client.ask(CALLS.requestChange, {
    params: { changeTypeCode: ChangeType.skip },
    body: {
      loanNo,
      mode,
      number: choices?.hardship?.installmentNo ?? 0,
      mark: { kind: 'typed', text: 'Jordan Sample' },
    },
  })
}

type Posting = CallRequest<typeof CALLS.manualPosting>['body']

/** Ada enters a posting, and Bea confirms it. */
async function postByHand(
  { loanNo }: SignedLoan,
  given: Pick<Posting, 'kind' | 'effectiveDate'> & Partial<Posting>,
) {
  const ada = await signInEmployee(api)
  const { approval } = await ada.ask(CALLS.manualPosting, {
    body: {
      loanNo,
      changeTypeCode: 0,
      amount: null,
      transactionNo: null,
      installmentNo: null,
      paymentMode: null,
      note: '',
      ...given,
    },
  })
  await confirmApproval(await signInEmployee(api, 'bea-example'), approval.approvalNo)
}

/** The first payment comes back on Monday, 2026-03-16. */
async function comesBack(loan: SignedLoan, code = 'R01') {
  const transaction = (await debitsOf(api, loan)).find(({ installmentNumber }) => installmentNumber === 1)
  if (transaction === undefined) throw new Error('the first payment was sent')
  await days.bankSays('2026-03-16', [{ transaction, code }])
  await liveOn(api, '2026-03-16T13:00:00-04:00')
}

const totalOf = (schedule: readonly (readonly unknown[])[]): string =>
  moneyToWire(sum(schedule.map(([, , amount]) => parseMoney(String(amount)) ?? cents(0n))))

const feesOf = async (loan: SignedLoan) =>
  (await listAccountEntries(api.database.db, loan)).filter(({ kind }) => kind === 'fee')

describe('help while a payment is on its way (domain.md §14)', () => {
  test('the preview says what becomes of the payment in either case', async () => {
    const loan = await firstInFlight()
    const { remarks } = await askForHelp(loan, 0)
    expect(remarks.at(-1)).toMatchInlineSnapshot(
      `"If the $78.61 of Fri, Mar 13, 2026 goes through, nothing more changes. If it is returned or not taken, this help covers it too: it moves to Fri, Aug 28, 2026, has no fee and is not late. Interest for the days in between is $154.05."`,
    )
    const { choices } = await loan.client.ask(CALLS.listChange, { query: { loanNo: loan.loanNo } })
    expect(choices?.hardship).toMatchObject({
      installmentNo: 2,
      inFlight: [{ dueDate: '2026-03-13', amount: '78.61' }],
    })
  })

  test('it goes through: the schedule is what the preview showed', async () => {
    const loan = await firstInFlight()
    const preview = await askForHelp(loan, 0)
    await askForHelp(loan, 1)
    for (const day of ['2026-03-13', '2026-03-16', '2026-03-17']) await days.settle(day)
    await liveOn(api, '2026-03-17T13:00:00-04:00')
    const shown = preview.newSchedule.filter(({ source }) => source !== 'inFlight')
    const [, ...toPay] = await scheduleOf(loan)
    expect(toPay).toEqual(shown.map(({ installmentNo, dueDate, amount }) => [installmentNo, dueDate, amount]))
    expect(await noticesOf(api, loan)).not.toContain('paymentMoved')
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('it comes back: it moves to the day of the preview, is not late, has no fee and is not tried again', async () => {
    const loan = await firstInFlight()
    const preview = await askForHelp(loan, 0)
    await askForHelp(loan, 1)
    await days.settle('2026-03-13')
    await comesBack(loan)
    const after = await scheduleOf(loan)
    expect(after).toMatchInlineSnapshot(`
      [
        [
          3,
          "2026-04-10",
          "78.61",
        ],
        [
          4,
          "2026-04-24",
          "78.61",
        ],
        [
          5,
          "2026-05-08",
          "78.61",
        ],
        [
          6,
          "2026-05-22",
          "78.61",
        ],
        [
          7,
          "2026-06-05",
          "78.61",
        ],
        [
          8,
          "2026-06-18",
          "78.61",
        ],
        [
          9,
          "2026-07-03",
          "78.61",
        ],
        [
          10,
          "2026-07-17",
          "78.52",
        ],
        [
          11,
          "2026-07-31",
          "78.61",
        ],
        [
          12,
          "2026-08-14",
          "103.81",
        ],
        [
          13,
          "2026-08-28",
          "78.61",
        ],
        [
          14,
          "2026-09-11",
          "78.61",
        ],
        [
          15,
          "2026-09-25",
          "75.44",
        ],
      ]
    `)
    expect(totalOf(after)).toMatchInlineSnapshot(`"1043.87"`)
    expect(preview.totalAfter).toMatchInlineSnapshot(`"889.82"`)
    expect(await pageOf(loan)).toMatchObject({ pastDueAmount: '0.00', daysOverdue: 0 })
    expect(await feesOf(loan)).toEqual([])
    expect((await debitsOf(api, loan)).map(({ status }) => status)).toEqual([-1])
    expect(await noticesOf(api, loan)).toEqual(expect.arrayContaining(['paymentReturned', 'paymentMoved']))
    await runPastDueRound(days.money)
    expect(await scheduleOf(loan)).toEqual(after)
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('an employee takes it off its batch: it moves to the same day', async () => {
    const loan = await firstInFlight()
    await askForHelp(loan, 1)
    const [sent] = await debitsOf(api, loan)
    await postByHand(loan, {
      kind: 'rejectEntry',
      changeTypeCode: ChangeType.manualReject,
      effectiveDate: '2026-03-12',
      transactionNo: sent?.transactionNo ?? '',
      note: 'as the borrower asked',
    })
    expect((await scheduleOf(loan)).map(([number, dueDate]) => [number, dueDate])).toMatchInlineSnapshot(`
      [
        [
          3,
          "2026-04-10",
        ],
        [
          4,
          "2026-04-24",
        ],
        [
          5,
          "2026-05-08",
        ],
        [
          6,
          "2026-05-22",
        ],
        [
          7,
          "2026-06-05",
        ],
        [
          8,
          "2026-06-18",
        ],
        [
          9,
          "2026-07-03",
        ],
        [
          10,
          "2026-07-17",
        ],
        [
          11,
          "2026-07-31",
        ],
        [
          12,
          "2026-08-14",
        ],
        [
          13,
          "2026-08-28",
        ],
        [
          14,
          "2026-09-11",
        ],
        [
          15,
          "2026-09-25",
        ],
      ]
    `)
    expect(await pageOf(loan)).toMatchObject({ pastDueAmount: '0.00' })
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('one so near that it counts as sent, and is not taken after all: it moves before it counts as late', async () => {
    const loan = await days.fundOne()
    await days.announce('2026-03-06')
    await liveOn(api, '2026-03-12T09:00:00-04:00')
    await askForHelp(loan, 1)
    await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.revokeFutureAch },
      body: { loanNo: loan.loanNo, mode: 1 },
    })
    for (const day of ['2026-03-12', '2026-03-13']) await days.batch(day)
    for (const day of ['2026-03-16', '2026-03-17', '2026-03-18', '2026-03-19', '2026-03-20']) {
      await days.settle(day)
      days.at(day, '17:30')
      await runPastDueRound(days.money)
    }
    await liveOn(api, '2026-03-20T18:00:00-04:00')
    expect(await pageOf(loan)).toMatchObject({ pastDueAmount: '0.00' })
    expect(await noticesOf(api, loan)).toContain('paymentMoved')
    expect(await noticesOf(api, loan)).not.toContain('loanPastDue')
  })

  test('help beside a payoff covers the payment once the payoff has come back too, not before', async () => {
    const loan = await firstInFlight()
    await loan.client.ask(CALLS.payOff, {
      body: { loanNo: loan.loanNo, mode: 1, paymentMode: PaymentMode.ach, date: '2026-03-16' },
    })
    const preview = await askForHelp(loan, 0)
    await askForHelp(loan, 1)
    await days.batch('2026-03-13')
    await days.settle('2026-03-16')
    await comesBack(loan)
    expect(await feesOf(loan)).toEqual([])
    expect(await noticesOf(api, loan)).not.toContain('paymentMoved')
    const payoff = (await debitsOf(api, loan)).find(({ purpose }) => purpose === 'payOff')
    if (payoff === undefined) throw new Error('the payoff was sent')
    await days.bankSaysNow([{ transaction: payoff, code: 'R01', bankSequence: 2 }], 2, 'RET-later.ach')
    await liveOn(api, '2026-03-16T14:00:00-04:00')
    expect(await noticesOf(api, loan)).toContain('paymentMoved')
    expect(await pageOf(loan)).toMatchObject({ pastDueAmount: '0.00' })
    const shown = preview.newSchedule.filter(({ source }) => source !== 'inFlight')
    const after = await scheduleOf(loan)
    expect(after.slice(0, shown.length).map(([, dueDate]) => dueDate)).toEqual(
      shown.map(({ dueDate }) => dueDate),
    )
    expect(after[shown.length]?.slice(1)).toEqual(['2026-08-28', '78.61'])
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('help taken back covers nothing: the payment is past due and tried again', async () => {
    const loan = await firstInFlight()
    const { changeNo } = await askForHelp(loan, 1)
    await loan.client.ask(CALLS.cancelChange, { params: { changeNo: changeNo ?? '' }, body: {} })
    await days.settle('2026-03-13')
    await comesBack(loan)
    expect((await pageOf(loan)).pastDueAmount).toBe('78.61')
    expect((await debitsOf(api, loan)).map(({ purpose }) => purpose)).toContain('representment')
    expect(await feesOf(loan)).toHaveLength(1)
  })

  test('one that the borrower has paid another way stays where it was when a later payment comes back', async () => {
    const loan = await firstInFlight()
    await days.settle('2026-03-13')
    await comesBack(loan)
    await askForHelp(loan, 1)
    await postByHand(loan, {
      kind: 'receipt',
      effectiveDate: '2026-03-16',
      amount: '120.00',
      paymentMode: PaymentMode.moneyOrder,
    })
    expect(await pageOf(loan)).toMatchObject({ pastDueAmount: '0.00' })
    const planOf = async () => (await findLoan(api.database.db, loan))?.planNo
    const before = await planOf()
    await days.announce('2026-04-03')
    await days.batch('2026-04-09')
    const third = (await debitsOf(api, loan)).find(({ installmentNumber }) => installmentNumber === 3)
    if (third === undefined) throw new Error('the third payment was sent')
    await days.settle('2026-04-10')
    await days.bankSays('2026-04-13', [{ transaction: third, code: 'R01' }])
    await liveOn(api, '2026-04-13T13:00:00-04:00')
    expect(await noticesOf(api, loan)).not.toContain('paymentMoved')
    expect(await planOf()).toBe(before)
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })
})
