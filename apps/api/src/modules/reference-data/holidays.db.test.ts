import {
  addHolidayCall,
  availableDateCall,
  getHolidayCall,
  getNextBusinessDayCall,
} from '@dolphin/contract/reference-data'
import { calculatePaymentScheduleCall } from '@dolphin/contract/plans'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { openDatabase } from '@dolphin/database/driver/open'
import { federalReserveClosings } from '@dolphin/domain/calendar/federal-reserve-holidays'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { composeApi } from '../../compose.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { withColleague } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { plansOf, qualifyForLoan } from '../../testing/offers.ts'
import { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let employee: TestClient

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const add = async (date: string, name = 'National Day of Mourning') =>
  await withColleague(employee, await employee.call(addHolidayCall, { body: { date, name } }))
const holidaysOf = (years: string) => api.client().ask(getHolidayCall, { query: { years } })
const nextAfter = async (date: string, client = api.client()) =>
  (await client.ask(getNextBusinessDayCall, { query: { date } })).date

test('the rows begin with the closings that the Federal Reserve publishes, and get-holiday answers the rows', async () => {
  const { rows } = await api.database.executeSql('select count(*)::integer as count from bank_holidays')
  expect(rows).toEqual([{ count: federalReserveClosings(2000, 2100).length }])
  const closings = federalReserveClosings(2026, 2026)
  expect(await holidaysOf('2026')).toEqual(
    closings.map(({ holiday, name }) => ({ holidayTimeStr: formatLocalDate(holiday), name })),
  )
})

test('an unscheduled closing moves the next business day and the dates to pick, and is listed', async () => {
  const query = { portfolioId: '118', kind: 'disbursement' } as const
  const [today, first = '', second] = (await api.client().ask(availableDateCall, { query })).dates
  expect((await add(first)).data).toMatchObject({
    holidayTimeStr: first,
    name: 'National Day of Mourning',
  })
  const { dates } = await api.client().ask(availableDateCall, { query })
  expect(dates.slice(0, 2)).toEqual([today, second])
  expect(await holidaysOf('2026')).toContainEqual({
    holidayTimeStr: first,
    name: 'National Day of Mourning',
  })
  expect(await nextAfter('2026-03-17')).toBe('2026-03-18')
  await add('2026-03-18')
  expect(await nextAfter('2026-03-17')).toBe('2026-03-19')
})

test('a payment whose payday closes falls due the banking day before, as its payroll has it, though its plan was computed before', async () => {
  const loan = await qualifyForLoan(api)
  const { plans } = await plansOf(loan)
  const [{ amount, frequency, number, firstDate } = expect.fail('an offer has plans')] = plans
  const terms = { amount, frequency, number, firstDate }
  const dueDates = async () => {
    const body = { loanNo: loan.loanNo, terms, mode: FormActionMode.preview }
    const { installments } = await loan.client.ask(calculatePaymentScheduleCall, { body })
    return installments.map(({ dueDate }) => dueDate)
  }
  const before = await dueDates()
  expect(before[1]).toBe('2026-03-27')
  await add('2026-03-27')
  const after = await dueDates()
  expect(after[1]).toBe('2026-03-26')
  expect(after.toSpliced(1, 1)).toEqual(before.toSpliced(1, 1))
})

test('a day that is closed keeps its name; a weekend, a day gone by and one past the calendar are refused', async () => {
  expect((await add('2026-12-25', 'Another name')).data).toMatchObject({
    holidayTimeStr: '2026-12-25',
    name: 'Christmas Day',
  })
  for (const date of ['2026-03-07', '2026-03-02', '2101-03-04'])
    expect([date, (await add(date)).code]).toEqual([date, RESPONSE_CODES.dateNotAvailable.code])
})

test('who closed a day stands in the audit of every portfolio', async () => {
  await add('2026-10-21')
  for (const portfolioId of [110, 118]) {
    const [event] = (await listAudit(api.database.db, portfolioId, 'bank holidays')).slice(-1)
    expect(event).toMatchObject({
      action: 'bankHolidayAdded',
      actor: 'employee:colleague-example',
      facts: { holiday: '2026-10-21', name: 'National Day of Mourning' },
    })
  }
})

test('another node follows by itself, and a node that starts later begins with it', async () => {
  const { location, engine } = api.database
  // Where there is a server, the other node has connections of its own.
  const database = engine === 'postgresql' ? await openDatabase(location) : api.database
  const second = await composeApi({ ...api.deps, database })
  const client = new TestClient(second.app, 118)
  expect(await nextAfter('2026-09-08', client)).toBe('2026-09-09')
  await add('2026-09-09')
  await vi.waitFor(async () => expect(await nextAfter('2026-09-08', client)).toBe('2026-09-10'), {
    timeout: 5_000,
  })
  await second.app.close()
  const third = await composeApi({ ...api.deps, database })
  expect(await nextAfter('2026-09-08', new TestClient(third.app, 118))).toBe('2026-09-10')
  await third.app.close()
  await Promise.all([second.jobs.stop(), third.jobs.stop()])
  if (engine === 'postgresql') await database.close()
})
