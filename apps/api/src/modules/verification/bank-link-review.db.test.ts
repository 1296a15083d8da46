import { DAY_MS } from '@dolphin/domain/time/durations'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { createRequestCodeCall } from '@dolphin/contract/verification'
import { listStatementCall, showBankLinkCall } from '@dolphin/contract/verification-staff'
import { listAudit, readOf } from '@dolphin/database/examiner/audit-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication } from '../../testing/applications.ts'
import { linkBank } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let employee: TestClient
let serial = 0

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

async function anApplicant() {
  const client = await createCustomer(api, { email: `k${(serial += 1)}@example.com` })
  const { loanNo } = await fillApplication(client)
  return { client, loanNo }
}
const show = (loanNo: string, requestCode?: string) =>
  employee.ask(showBankLinkCall, { query: { loanNo, requestCode } })

async function linked(username: string, shared = 1) {
  const { client, loanNo } = await anApplicant()
  const requestCode = await linkBank(api, client, loanNo, { username, shared })
  const { shown } = await show(loanNo)
  if (shown === null) throw new Error('the link came through')
  return { client, loanNo, requestCode, shown }
}

const centsOf = (text: string): number => Math.round(Number(text) * 100)
const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
const total = (amounts: readonly string[]): number => amounts.reduce((sum, one) => sum + centsOf(one), 0)

test.each(['user_good', 'user_weekly', 'user_nsf', 'user_lenders', 'user_many_lenders'])(
  '%s: each figure follows from the rows and days that are shown behind it',
  async (username) => {
    const { requestCode, shown } = await linked(username)
    const { computed, behind, accounts } = shown
    expect(shown).toMatchObject({ requestCode, ownersRead: true, unreadLines: 0 })
    expect(centsOf(computed.monthlyNetIncome)).toBe(total(behind.income.map(({ monthlyNet }) => monthlyNet)))
    expect(behind.income[0]?.frequency).toBe(computed.frequency)
    expect(behind.lastIncome?.date).toBe(computed.lastIncomeOn)
    expect(behind.fees).toHaveLength(computed.nsfCount90)
    expect(centsOf(computed.otherLendersMonthly)).toBe(
      0 - total(behind.lenderDebits.map(({ amount }) => amount)),
    )
    const { balances } = behind
    const account = accounts.find(({ accountMasked }) => accountMasked === balances?.accountMasked)
    if (balances === null || account === undefined) throw new Error('the account of the balances is shown')
    const rows = account.rows.map(({ date, amount }) => ({ date, amount }))
    for (const line of [...behind.income.flatMap(({ lines }) => lines), ...behind.fees])
      expect(rows).toContainEqual({ date: line.date, amount: line.amount })
    const ends: { day: string; balance: number }[] = []
    for (let day = balances.to; day >= balances.from; day = dayAfter(day, -1)) {
      const later = account.rows.filter(({ date }) => date > day).map(({ amount }) => amount)
      ends.push({ day, balance: centsOf(account.balance) - total(later) })
    }
    const sum = ends.reduce((all, { balance }) => all + balance, 0)
    expect(centsOf(computed.averageBalance)).toBe(Math.floor(sum / ends.length))
    const lowest = Math.min(...ends.map(({ balance }) => balance))
    expect(centsOf(computed.lowestBalance)).toBe(lowest)
    expect(ends.find(({ balance }) => balance === lowest)?.day).toBe(balances.lowestOn)
    expect(ends.flatMap(({ day, balance }) => (balance < 0 ? [day] : []))).toEqual(balances.overdrawnOn)
  },
)

test('the accounts say whose they are and which was typed; numbers stay masked; the look is in the audit', async () => {
  const { loanNo, shown } = await linked('user_good', 3)
  expect(shown.accounts.map(({ matched }) => matched)).toEqual([true, false, false])
  for (const { accountMasked } of shown.accounts) expect(accountMasked).toMatch(/^••••\d{4}$/)
  expect(JSON.stringify(shown)).not.toContain('000111222333')
  const looks = await listAudit(api.database.db, 118, readOf(loanNo))
  expect(looks).toMatchObject([{ action: 'customerFileRead', facts: { call: 'showBankLink' } }])
})

test('a link that failed is listed with its cause; one that came through before is still shown', async () => {
  const { client, loanNo, requestCode } = await linked('user_good')
  const failed = await linkBank(api, client, loanNo, { username: 'user_locked' })
  const all = await show(loanNo)
  expect(all.links.map((one) => [one.requestCode, one.ibvStatus])).toEqual([
    [failed, -1],
    [requestCode, 100],
  ])
  expect(all.shown?.requestCode).toBe(requestCode)
  expect((await show(loanNo, failed)).shown).toBeNull()
})

test('nothing linked shows nothing; the code of another loan or of a statement is not found', async () => {
  const [first, second] = [await anApplicant(), await linked('user_good')]
  expect(await show(first.loanNo)).toEqual({ loanNo: first.loanNo, links: [], shown: null })
  const asking = (requestCode: string) =>
    employee.call(showBankLinkCall, { query: { loanNo: first.loanNo, requestCode } })
  expect((await asking(second.requestCode)).code).toBe(RESPONSE_CODES.notFound.code)
  const body = { loanNo: first.loanNo, purpose: 'IBV', providerId: 'person' } as const
  await first.client.ask(createRequestCodeCall, { body })
  const { statements } = await employee.ask(listStatementCall, { query: {} })
  const person = statements.find(({ loanNo }) => loanNo === first.loanNo)
  expect((await asking(person?.requestCode ?? '')).code).toBe(RESPONSE_CODES.notFound.code)
  expect((await show(first.loanNo)).links).toEqual([])
})
