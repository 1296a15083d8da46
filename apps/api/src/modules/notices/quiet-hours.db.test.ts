import { findCustomer, saveProfile } from '@dolphin/database/identity/customer-repository'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { createCustomer } from '../../testing/customers.ts'
import { debitsOf, moneyDays, noticesOf } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { sweepNoticesJob } from './notice-outbox.ts'

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

/** Kinds that went out to a borrower, once for each mail. */
async function sentTo({ email }: SignedLoan): Promise<string[]> {
  await sweepNoticesJob(api.deps).run({})
  return (await api.mailsTo(email)).map(({ kind }) => kind)
}

async function attemptsOfWaiting({ loanNo }: SignedLoan): Promise<number[]> {
  const { rows } = await api.database.db.execute<{ attempts: number }>(
    sql`select distinct attempts from outbox where loan_no = ${loanNo} and sent_at is null`,
  )
  return rows.map(({ attempts }) => attempts)
}

const NAMED = 'unusualWithdrawal'
const announcements = (kinds: readonly string[]) =>
  kinds.filter((kind) => kind === 'paymentUpcoming' || kind === NAMED)

test('a notice of the night waits for the morning, uses up no attempt and goes out once', async () => {
  const loan = await days.fundOne()
  days.at('2026-03-06', '22:30')
  await days.announceNow()
  expect(announcements(await sentTo(loan))).toEqual([])
  days.at('2026-03-07', '07:59')
  expect(announcements(await sentTo(loan))).toEqual([])
  expect(await attemptsOfWaiting(loan)).toEqual([0])
  days.at('2026-03-07', '08:00')
  expect(announcements(await sentTo(loan))).toHaveLength(1)
  days.at('2026-03-07', '12:00')
  expect(announcements(await sentTo(loan))).toHaveLength(1)
  expect(await attemptsOfWaiting(loan)).toEqual([])
})

test('the timetable takes along what waits for the morning, as where a demonstration’s clock moves', async () => {
  const loan = await days.fundOne()
  days.at('2026-03-06', '22:30')
  await days.announceNow()
  expect(announcements(await sentTo(loan))).toEqual([])
  days.at('2026-03-07', '08:00')
  expect(await attemptsOfWaiting(loan)).toEqual([0])
  await api.jobs.runTimetable()
  expect(await attemptsOfWaiting(loan)).toEqual([])
})

test('an answer to an act of the night leaves at once', async () => {
  days.at('2026-03-06', '23:30')
  await createCustomer(api, { email: 'night@example.com' })
  expect((await api.mailsTo('night@example.com')).map(({ kind }) => kind)).toContain('createAccountLink')
})

test('a borrower who moves while a notice waits is written to by the new clock', async () => {
  const loan = await days.fundOne()
  days.at('2026-03-06', '22:30')
  await days.announceNow()
  const owner = { portfolioId: 118, openId: loan.client.openId }
  const customer = await findCustomer(api.database.db, api.deps.cipher, owner)
  const address = { street: '1 Main Street', city: 'Reno', state: 'NV', zip: '89501' }
  const profile = { ...customer?.profile, address }
  await saveProfile(api.database.db, api.deps.cipher, owner, { profile, at: api.clock.now() })
  days.at('2026-03-07', '08:00')
  expect(announcements(await sentTo(loan))).toEqual([])
  days.at('2026-03-07', '11:00')
  expect(announcements(await sentTo(loan))).toHaveLength(1)
})

test('a notice of the last evening is late by the next morning: its debit waits and gets a new day', async () => {
  const loan = await days.fundOne()
  // The first debit, of 13 March, leaves on the 12th: its notice may go out until the 9th.
  days.at('2026-03-09', '22:00')
  await days.announceNow()
  expect(announcements(await sentTo(loan))).toEqual([])
  days.at('2026-03-10', '09:00')
  expect(announcements(await sentTo(loan))).toHaveLength(1)
  await days.batch('2026-03-12')
  expect(await debitsOf(api, loan)).toEqual([])
  expect(await noticesOf(api, loan)).toContain('paymentMoved')
})

test('a notice of the last afternoon is in time', async () => {
  const loan = await days.fundOne()
  days.at('2026-03-09', '20:30')
  await days.announceNow()
  expect(announcements(await sentTo(loan))).toHaveLength(1)
  await days.batch('2026-03-12')
  const sent = await debitsOf(api, loan)
  expect(sent.map(({ effectiveDate }) => formatLocalDate(effectiveDate))).toEqual(['2026-03-13'])
})

test('a day that follows from a notice of the evening counts from the morning on which it leaves', async () => {
  const loan = await days.fundOne()
  // Neither announced nor sent: moved late on the 12th, its notice leaves on the 13th, seven days before the 20th.
  days.at('2026-03-12', '22:00')
  await days.announceNow()
  const { rows } = await api.database.db.execute<{ due: string }>(
    sql`select i.due_date::text as due from installments i join payment_plans p using (portfolio_id, plan_no)
      where p.loan_no = ${loan.loanNo} and p.superseded_at is null and (i.flags & 1) = 0 order by i.due_date limit 1`,
  )
  expect(rows).toEqual([{ due: '2026-03-20' }])
  days.at('2026-03-13', '09:00')
  await days.announceNow()
  await sentTo(loan)
  await days.batch('2026-03-19')
  expect((await debitsOf(api, loan)).map(({ effectiveDate }) => formatLocalDate(effectiveDate))).toEqual([
    '2026-03-20',
  ])
})
