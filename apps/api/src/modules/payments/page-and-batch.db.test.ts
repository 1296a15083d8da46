import { repairBankCall } from '@dolphin/contract/disbursement'
import { CALLS } from '@dolphin/contract/registry'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { cents, parseMoney, ZERO_CENTS } from '@dolphin/domain/money/cents'
import { ChangeType, PaymentMode, TransactionType } from '@dolphin/domain/payments/codes'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { liveDays } from '../../testing/lived-days.ts'
import { statusOf } from '../../testing/loan-facts.ts'
import { debitsOf, moneyDays, noticesOf, PAYDAYS } from '../../testing/money-days.ts'
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

/** What page and home say comes next, once both were found to say the same and to agree within themselves. */
async function shown(loan: SignedLoan) {
  const { client, loanNo } = loan
  const page = await client.ask(CALLS.paymentDetail, { query: { loanNo } })
  const { loans } = await client.ask(CALLS.listRepaymentLoan, {})
  const row = loans.find((one) => one.loanNo === loanNo)
  const next = page.nextPayment
  expect(row?.nextPayment).toEqual(next)
  expect(row?.automatic).toEqual(page.automatic)
  expect(next?.accountMasked === null).toBe(next?.sentBy === 'borrower')
  const ofSchedule = next?.parts.find(({ purpose }) => purpose === 'installment')
  if (ofSchedule?.sentBy === 'us') expect(page.automatic.on).toBe(true)
  const ahead = page.timeline.filter(
    ({ date, phase, direction }) => date === next?.date && direction === 'in' && phase === 'scheduled',
  )
  expect(ahead.map(({ sentBy }) => sentBy).toSorted()).toEqual(
    next?.parts.map(({ sentBy }) => sentBy).toSorted(),
  )
  return page
}

/** Days and amounts of the loan's debits that the bank has. */
async function sent(loan: SignedLoan): Promise<readonly (readonly [string, bigint])[]> {
  const debits = await debitsOf(api, loan)
  return debits
    .filter(({ traceNumber }) => traceNumber !== null)
    .map(({ transactionNo, amount }) => [transactionNo, amount] as const)
}

/** Debits that the batches of some paydays send of the loan. */
async function sentOn(loan: SignedLoan, paydays: readonly (typeof PAYDAYS)[number][]): Promise<number> {
  const before = (await sent(loan)).length
  for (const payday of paydays) await days.collect(payday)
  return (await sent(loan)).length - before
}

async function comesBack(loan: SignedLoan, on: string, code: string): Promise<void> {
  const last = (await debitsOf(api, loan)).findLast(({ traceNumber }) => traceNumber !== null)
  if (last === undefined) throw new Error('a debit was sent')
  await days.bankSays(on, [{ transaction: last, code }])
}

/** Mails that say that we take a payment. */
const ANNOUNCEMENTS: readonly string[] = ['paymentUpcoming', 'unusualWithdrawal']

const another = { routingNumber: '123456780', accountNumber: '000444555666', accountType: 3001 } as const

/** The authorization that the borrower signs for the account after a repair. */
async function allowOn(loan: SignedLoan): Promise<void> {
  await api.database.db.execute(sql`insert into debit_authorizations (portfolio_id, customer_key, authorization_no,
      loan_no, open_id, kind, account_key, granted_at)
    select portfolio_id, customer_key, 'A-renewed', loan_no, open_id, 'renewed', account_key,
      ${api.clock.now().toISOString()}::timestamptz
    from loan_accounts where loan_no = ${loan.loanNo} and ended_at is null`)
}

const mailsOf = async ({ email }: SignedLoan, kind: string): Promise<string> =>
  JSON.stringify(
    (await api.mailsTo(email)).filter((mail) => mail.kind === kind).map(({ content }) => content.text),
  )

describe('what the page says comes next is what the batch does (domain.md §14, page and batch ask one rule)', () => {
  test('a payoff that comes back after the loan has ended: nothing is authorized any more, so the borrower sends', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-05T09:00:00-05:00')
    await loan.client.ask(CALLS.payOff, {
      body: { loanNo: loan.loanNo, mode: 1, paymentMode: PaymentMode.ach, date: '2026-03-06' },
    })
    await days.batch('2026-03-05')
    await days.settle('2026-03-06')
    await days.settle('2026-03-10')
    expect(await statusOf(api, loan)).toEqual([206, 'paidOff'])
    await comesBack(loan, '2026-03-12', 'R01')
    await liveOn(api, '2026-03-17T09:00:00-04:00')
    const page = await shown(loan)
    expect(page.automatic.on).toBe(false)
    expect(page.nextPayment).toMatchObject({ sentBy: 'borrower', accountMasked: null })
    expect(page.nextPayment?.reason).toMatch(/authoriz/)
    expect(await sentOn(loan, [PAYDAYS[1], PAYDAYS[2]])).toBe(0)
  })

  test('a payoff on the day of a payment that nothing allows any more (R07): all that was quoted, and the loan ends', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await comesBack(loan, '2026-03-16', 'R07')
    await liveOn(api, '2026-03-26T09:00:00-04:00')
    const { payment } = await loan.client.ask(CALLS.payOff, {
      body: { loanNo: loan.loanNo, mode: 1, paymentMode: PaymentMode.ach, date: '2026-03-27' },
    })
    const { nextPayment } = await shown(loan)
    expect(nextPayment?.parts.map(({ amount }) => amount)).toEqual([payment?.amount])
    await days.batch('2026-03-26')
    expect((await sent(loan)).at(-1)?.[1]).toBe(parseMoney(payment?.amount ?? ''))
    await days.settle('2026-03-27')
    await days.settle('2026-03-31')
    expect(await statusOf(api, loan)).toEqual([206, 'paidOff'])
  })

  test('a payment that nothing allows any more (R07) is announced by no mail, as no batch takes it', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await comesBack(loan, '2026-03-16', 'R07')
    const told = (await noticesOf(api, loan)).filter((kind) => ANNOUNCEMENTS.includes(kind)).length
    await liveDays(api, days, ['2026-03-17', '2026-03-27'])
    expect((await noticesOf(api, loan)).filter((kind) => ANNOUNCEMENTS.includes(kind))).toHaveLength(told)
    expect((await sent(loan)).length).toBe(1)
  })

  test('after two failures in a row: the borrower sends, and the page says what can be done', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await comesBack(loan, '2026-03-16', 'R01')
    await days.collect(PAYDAYS[1])
    await comesBack(loan, '2026-03-30', 'R01')
    await liveOn(api, '2026-03-31T09:00:00-04:00')
    const page = await shown(loan)
    expect(page.nextPayment).toMatchObject({ sentBy: 'borrower', accountMasked: null })
    expect(page.nextPayment?.reason).toBe(
      'Two payments in a row were returned, so we may not try again on our own. You can pay once now, or authorize payments again.',
    )
    expect(page.automatic).toMatchObject({ on: false, reason: page.nextPayment?.reason })
    expect(await sentOn(loan, [PAYDAYS[2]])).toBe(0)
    await liveOn(api, '2026-04-10T09:00:00-04:00')
    await allowOn(loan)
    const again = await shown(loan)
    expect(again).toMatchObject({ automatic: { on: true }, nextPayment: { sentBy: 'us', reason: null } })
    expect(await sentOn(loan, [PAYDAYS[3]])).toBe(1)
  })

  test('in collection a retry that was planned before is not taken, and the page does not say so', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await comesBack(loan, '2026-03-16', 'R01')
    await api.database.db.execute(
      sql`update loans set status = ${LoanStatus.collecting}, sub_status = 'notified' where loan_no = ${loan.loanNo}`,
    )
    await liveOn(api, '2026-03-31T09:00:00-04:00')
    const page = await shown(loan)
    expect(page.automatic.on).toBe(false)
    expect(page.timeline.filter(({ sentBy, phase }) => sentBy === 'us' && phase === 'scheduled')).toEqual([])
    expect(page.nextPayment?.reason).toBe(
      'We take no automatic payments while the loan is past due. You can pay once now or call us.',
    )
    expect(await sentOn(loan, [PAYDAYS[2]])).toBe(0)
    // Its last day is over: no payment is ahead of which a rule could be asked.
    await liveOn(api, '2026-12-01T09:00:00-05:00')
    const over = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
    expect(over).toMatchObject({ nextPayment: null, automatic: { on: false } })
  })

  test('while a message of the bank is open: what we take waits, and the page says so', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const [first] = await debitsOf(api, loan)
    if (first === undefined) throw new Error('the first payment was sent')
    // A return that is one cent off is refused, and may be about this loan
    await days.bankSays('2026-03-16', [
      { transaction: { ...first, amount: cents(first.amount - 1n) }, code: 'R01' },
    ])
    await liveOn(api, '2026-03-24T09:00:00-04:00')
    const page = await shown(loan)
    expect(page.nextPayment).toMatchObject({ date: '2026-03-27', sentBy: 'us' })
    expect(page.nextPayment?.reason).toBe(
      'Our bank sent us a message that may be about one of your payments. We take nothing until we know.',
    )
    expect(await sentOn(loan, [PAYDAYS[1]])).toBe(0)
  })

  test('a retry whose day went by while two failures hold it: list and figure name one day, no mail another', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    await comesBack(loan, '2026-03-16', 'R01')
    for (const day of ['2026-03-20', '2026-03-25']) await days.announce(day)
    await days.batch('2026-03-26')
    await days.settle('2026-03-27')
    await comesBack(loan, '2026-03-30', 'R01')
    const announced = async () =>
      (await noticesOf(api, loan)).filter((kind) => kind === 'unusualWithdrawal').length
    const before = await announced()
    for (const day of ['2026-03-31', '2026-04-01', '2026-04-02', '2026-04-03']) {
      await days.announce(day)
      await days.batch(day)
    }
    // A Saturday: Monday's batch is the next, for Tuesday.
    await liveOn(api, '2026-04-04T10:00:00-04:00')
    const page = await shown(loan)
    expect(page.nextPayment).toMatchObject({ date: '2026-04-07', sentBy: 'borrower' })
    expect(page.nextPayment?.parts.map(({ purpose }) => purpose)).toContain('representment')
    expect(await announced()).toBe(before)
  })

  test('an account whose bank is still being asked: the page says that the payment moves, and from when it can be taken', async () => {
    const loan = await days.fundOne({ account: 'typed' })
    const account = await findLoanAccount(api.database.db, loan)
    const traceNumber = account?.prenoteTrace ?? ''
    const prenote = { type: TransactionType.debit, amount: ZERO_CENTS, traceNumber }
    await days.bankSays('2026-03-05', [{ transaction: prenote, code: 'R03' }])
    await liveOn(api, '2026-03-05T13:00:00-05:00')
    expect((await shown(loan)).nextPayment).toMatchObject({
      sentBy: 'borrower',
      reason: expect.stringContaining('Please give us another account.'),
    })
    await days.announce('2026-03-06')
    await liveOn(api, '2026-03-11T10:00:00-04:00')
    await loan.client.ask(repairBankCall, { body: { loanNo: loan.loanNo, ...another } })
    await allowOn(loan)
    await days.batch('2026-03-11')
    await liveOn(api, '2026-03-11T12:00:00-04:00')
    const page = await shown(loan)
    expect(page.nextPayment).toMatchObject({ date: '2026-03-13', sentBy: 'us' })
    // The question settles on March 12; the third banking day after it is the 17th
    expect(page.nextPayment?.reason).toContain('The first day on which we can take it is Tue, Mar 17, 2026.')
    expect(await sent(loan)).toEqual([])
    await days.batch('2026-03-12')
    expect(await sent(loan)).toEqual([])
  })
})

describe('a mail that names the next payment says who sends it', () => {
  test('after automatic payments were stopped', async () => {
    const loan = await days.fundOne()
    await liveOn(api, '2026-03-05T09:00:00-05:00')
    await loan.client.ask(CALLS.requestChange, {
      params: { changeTypeCode: ChangeType.revokeFutureAch },
      body: { loanNo: loan.loanNo, mode: 1 },
    })
    await api.runJobs()
    const page = await shown(loan)
    expect(page.nextPayment).toMatchObject({ sentBy: 'borrower' })
    expect(await mailsOf(loan, 'changeConfirmed')).toContain('You send it: we do not take it.')
  })
})

describe('a payment confirmed for a later day (12 CFR 1041.9(b)(2), domain.md §14)', () => {
  test('its notice leaves when it is confirmed, on the last day that is in time, and the batch of its day takes it', async () => {
    const loan = await days.fundOne()
    await days.announce('2026-03-05')
    await liveOn(api, '2026-03-05T11:00:00-05:00')
    await loan.client.ask(CALLS.payOff, {
      body: { loanNo: loan.loanNo, mode: 1, paymentMode: PaymentMode.ach, date: '2026-03-11' },
    })
    await api.runJobs()
    expect(await mailsOf(loan, 'unusualWithdrawal')).toContain('Wed, Mar 11, 2026')
    // March 5 is the third banking day before the payment is sent; the next round is too late
    await days.announce('2026-03-06')
    expect((await days.batch('2026-03-10')).ineligible).toEqual([])
    expect(await sent(loan)).toHaveLength(1)
  })
})
