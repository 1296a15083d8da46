import { LoanStatus } from '@dolphin/domain/loans/codes'
import { approveLoanCall } from '@dolphin/contract/applications-staff'
import {
  disbursementDateCall,
  listDisbursementLoanCall,
  paperCheckCall,
} from '@dolphin/contract/disbursement'
import {
  availableDateCall,
  countdownSameDayCall,
  getDefaultDisbursementDateCall,
} from '@dolphin/contract/reference-data'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listTicketsAfter } from '@dolphin/database/channel/ticket-repository'
import { formatLocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { dayIn } from '@dolphin/domain/calendar/written-day'
import { instantOf, NEW_YORK } from '@dolphin/domain/time/new-york'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { creditOf, statusOf } from '../../testing/loan-facts.ts'
import { moneyDays, noticesOf } from '../../testing/money-days.ts'
import { planLoan } from '../../testing/offers.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signOnOffer } from '../../testing/check-loans.ts'
import { signNow } from '../../testing/signing-sessions.ts'
import { type Borrower, type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { planFacts } from '../plans/plan-facts.ts'
import { runMoneyRound } from '../payments/timetable.ts'
import { planLapse } from '../reference-data/clock-service.ts'

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

type Asked = { readonly portfolioId?: number; readonly amount?: string; readonly approval?: 'given' }

/** What the three public calls name. */
async function called({ portfolioId = 118, ...more }: Asked = {}) {
  const client = api.client()
  const query = { portfolioId, ...more }
  const countdown = await client.ask(countdownSameDayCall, { query })
  const byDefault = await client.ask(getDefaultDisbursementDateCall, { query })
  const offered = await client.ask(availableDateCall, { query })
  expect(countdown.cutOffAt).toBe(byDefault.cutOffAt)
  return {
    sameDay: countdown.sameDay,
    named: [countdown.fundsArriveOn, byDefault.date, offered.defaultDate, offered.dates[0] ?? null],
  }
}

async function rowOf({ client, loanNo }: SignedLoan) {
  const { loans } = await client.ask(listDisbursementLoanCall, {})
  const row = loans.find((one) => one.loanNo === loanNo)
  if (row === undefined) throw new Error('the loan is listed')
  return row
}

/** The day that a kind of mail about a loan names, whether it names it. */
async function mailNames({ email }: SignedLoan, kind: string, day: string): Promise<boolean> {
  const mail = (await api.mailsTo(email)).find((one) => one.kind === kind)
  const date = parseLocalDate(day)
  return mail !== undefined && date !== undefined && mail.content.text.includes(dayIn(date, 'en'))
}

/** Lives through the run that carries a credit of a day: after the same-day cut-off, or before the batch's. */
async function sendFor(day: string, isSameDay: boolean): Promise<void> {
  const date = parseLocalDate(day)
  if (date === undefined) throw new Error('a day')
  const [sentOn, time] = isSameDay
    ? [date, { hour: 13, minute: 0 }]
    : [api.deps.calendar.previous(date), { hour: 16, minute: 45 }]
  await liveOn(api, instantOf(sentOn, time, NEW_YORK).toISOString())
  await runMoneyRound(days.money)
}

describe('the day of the money (domain.md §9)', () => {
  test.each([
    ['the minute before the cut-off', '2026-03-03T12:59:00-05:00', '2026-03-03', true],
    ['at the cut-off', '2026-03-03T13:00:00-05:00', '2026-03-04', false],
    ['the minute after it', '2026-03-03T13:01:00-05:00', '2026-03-04', false],
    ['after the batch', '2026-03-03T18:00:00-05:00', '2026-03-05', false],
    ['on a Friday morning', '2026-03-06T12:59:59-05:00', '2026-03-06', true],
    ['on a Saturday', '2026-03-07T10:00:00-05:00', '2026-03-10', false],
    ['on the Sunday when the clocks go forward', '2026-03-08T10:00:00-04:00', '2026-03-10', false],
    ['on the first summer morning', '2026-03-09T12:59:59-04:00', '2026-03-09', true],
    ['on a holiday', '2026-11-26T10:00:00-05:00', '2026-11-30', false],
    ['on the morning before a holiday', '2026-11-25T10:00:00-05:00', '2026-11-25', true],
    ['on the afternoon before a holiday', '2026-11-25T14:00:00-05:00', '2026-11-27', false],
    ['on the first winter morning', '2026-11-02T12:59:59-05:00', '2026-11-02', true],
  ])('%s is one in calls, pages, agreement, mails and file', async (_when, now, day, isSameDay) => {
    await liveOn(api, now)
    expect(await called()).toEqual({ sameDay: isSameDay, named: [day, day, day, day] })
    const loan = await signLoan(api, { sameDay: true })
    const plan = await findCurrentPlan(api.database.db, loan)
    expect(plan && formatLocalDate(planFacts(plan.plan).effectiveDate)).toBe(day)
    const row = await rowOf(loan)
    expect([row.effectiveDate, row.datesToPick[0]]).toEqual([day, day])
    expect(formatLocalDate((await creditOf(api, loan)).effectiveDate)).toBe(day)
    expect(await mailNames(loan, 'approved', day)).toBe(true)
    const picked = { body: { loanNo: loan.loanNo, date: day } }
    expect(await loan.client.ask(disbursementDateCall, picked)).toMatchObject({
      date: day,
      fundsArriveOn: day,
    })
    await sendFor(day, isSameDay)
    expect((await statusOf(api, loan))[0]).toBe(201)
    const { rows } = await api.database.db.execute(
      sql`select e.effective_date::text as effective, f.business_date::text as sent from ach_entries e
        join ach_files f using (portfolio_id, file_no)
        where e.transaction_no = ${(await creditOf(api, loan)).transactionNo}`,
    )
    const date = parseLocalDate(day)
    const sent = date === undefined || isSameDay ? day : formatLocalDate(api.deps.calendar.previous(date))
    expect(rows).toEqual([{ effective: day, sent }])
    expect(await mailNames(loan, 'disbursementSent', day)).toBe(true)
  })

  test('an amount above the limit of a same-day entry waits for the batch', async () => {
    expect(await called({ amount: '1000000.00' })).toMatchObject({ sameDay: true })
    const next = '2026-03-04'
    expect(await called({ amount: '1000000.01' })).toEqual({
      sameDay: false,
      named: [next, next, next, next],
    })
  })

  test('where a person approves, nothing names a day before', async () => {
    const none = { sameDay: false, named: [null, null, null, null] }
    expect(await called({ portfolioId: 110 })).toEqual(none)
    const loan = await signLoan(api, { portfolioId: 110, sameDay: true })
    expect(await rowOf(loan)).toMatchObject({
      loanStatus: LoanStatus.originating,
      effectiveDate: null,
      datesToPick: [],
    })
    await liveOn(api, '2026-03-04T10:00:00-05:00')
    expect(await called({ portfolioId: 110 })).toEqual(none)
    const employee = await signInEmployee(api)
    await employee.ask(approveLoanCall, { body: { loanNo: loan.loanNo, note: 'seen' } })
    const day = '2026-03-04'
    expect(await called({ portfolioId: 110, approval: 'given' })).toEqual({
      sameDay: true,
      named: [day, day, day, day],
    })
    const row = await rowOf(loan)
    expect([row.effectiveDate, row.datesToPick[0]]).toEqual([day, day])
    await liveOn(api, '2026-03-04T12:00:00-05:00')
    await runMoneyRound(days.money)
    expect((await statusOf(api, loan))[0]).toBe(201)
  })

  test('between the cut-off and the file the day cannot be changed; a check is mailed with the batch', async () => {
    const [loan, byCheck] = [await signLoan(api, { sameDay: true }), await signOnOffer(api)]
    const check = { body: { loanNo: byCheck.loanNo, addressConfirmed: true } } as const
    expect(await byCheck.client.ask(paperCheckCall, check)).toMatchObject({ mailedOn: '2026-03-03' })
    await signNow(api, byCheck.client, byCheck.loanNo)
    expect(await rowOf(byCheck)).toMatchObject({ effectiveDate: '2026-03-10', sameDayTip: false })
    await liveOn(api, '2026-03-03T13:00:00-05:00')
    expect(await rowOf(loan)).toMatchObject({ effectiveDate: '2026-03-03', datesToPick: [] })
    await runMoneyRound(days.money)
    expect([(await statusOf(api, loan))[0], (await statusOf(api, byCheck))[0]]).toEqual([201, 104])
    await liveOn(api, '2026-03-03T16:45:00-05:00')
    await runMoneyRound(days.money)
    expect((await statusOf(api, byCheck))[0]).toBe(201)
  })
})

async function ticketsOf({ portfolioId, openId }: Borrower) {
  const all = await listTicketsAfter(api.database.db, { portfolioId, openId }, 0, 50)
  return all.filter(({ ticket }) => ticket === 3002).map(({ data }) => data['nextDate'])
}

describe('ticket 3002 (domain.md §9)', () => {
  test('goes to an open application at each cut-off that takes its day away, once', async () => {
    const { client } = await planLoan(api)
    const later = await planLoan(api, { portfolioId: 110 })
    for (const time of ['12:59:59', '13:00:00', '13:01:00', '16:59:59', '17:00:00', '17:01:00']) {
      await liveOn(api, `2026-03-03T${time}-05:00`)
      await runMoneyRound(days.money)
    }
    expect(await ticketsOf(client)).toEqual(['2026-03-04', '2026-03-05'])
    expect(await ticketsOf(later.client)).toEqual([])
  })

  test('not to who signed in after the cut-off, nor to whose credit keeps its day', async () => {
    const loan = await signLoan(api, { sameDay: true })
    await liveOn(api, '2026-03-03T13:30:00-05:00')
    const late = await planLoan(api)
    await runMoneyRound(days.money)
    expect(await ticketsOf(late.client)).toEqual([])
    expect(await ticketsOf(loan.client)).toEqual([])
  })

  test('also where a demonstration’s clock was moved over the cut-off', async () => {
    const { client } = await planLoan(api)
    const movableClock = {
      now: () => api.clock.now(),
      offsetMs: () => 0,
      moveTo: (at: Date) => Promise.resolve(api.clock.set(at)),
      reset: () => Promise.resolve(),
    }
    const lapse = planLapse({ ...api.deps, movableClock }, { to: 'later', seconds: 4 * 3_600 })
    expect(lapse.ok && (await lapse.value.run()).reached).toBe(true)
    expect(await ticketsOf(client)).toEqual(['2026-03-04'])
  })
})

describe('a missed same-day file (domain.md §9, §14)', () => {
  test('the credit goes with the next batch; ticket, mail and pages say so, and the borrower accepts it', async () => {
    const loan = await signLoan(api, { sameDay: true })
    await liveOn(api, '2026-03-03T14:30:00-05:00')
    await runMoneyRound(days.money)
    await runMoneyRound(days.money)
    expect((await statusOf(api, loan))[0]).toBe(104)
    const row = await rowOf(loan)
    expect([row.effectiveDate, row.datesToPick[0]]).toEqual(['2026-03-04', '2026-03-04'])
    expect(await ticketsOf(loan.client)).toEqual(['2026-03-04'])
    expect((await noticesOf(api, loan)).filter((kind) => kind === 'disbursementMoved')).toHaveLength(1)
    expect(await mailNames(loan, 'disbursementMoved', '2026-03-04')).toBe(true)
    await loan.client.ask(disbursementDateCall, { body: { loanNo: loan.loanNo, date: '2026-03-04' } })
    await sendFor('2026-03-04', false)
    expect((await statusOf(api, loan))[0]).toBe(201)
    await liveOn(api, '2026-03-04T08:30:00-05:00')
    await runMoneyRound(days.money)
    expect((await statusOf(api, loan))[0]).toBe(202)
  })
})
