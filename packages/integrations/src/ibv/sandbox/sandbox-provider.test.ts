import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { isAbaRouting } from '@dolphin/domain/applications/aba-routing'
import { federalReserveCalendar } from '@dolphin/domain/calendar/testing/federal-reserve-calendar'
import { addDays, localDate } from '@dolphin/domain/calendar/local-date'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { matchAccount } from '@dolphin/domain/verification/account-match'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import { statusOfProgress } from '@dolphin/domain/verification/link-failure'
import { summarizeIncome } from '@dolphin/domain/verification/income'
import { expect, test } from 'vitest'
import { sandboxReport } from './bank-data.ts'
import { SANDBOX_BANK, SANDBOX_INSTITUTIONS } from './institutions.ts'
import { SandboxIbvProvider } from './sandbox-provider.ts'
import type { SandboxSession } from './sandbox-session.ts'
import { SANDBOX_USERS, sandboxUser } from './test-users.ts'

const calendar = federalReserveCalendar()
const today = localDate(2026, 3, 16)

function aBank() {
  const sessions = new Map<string, SandboxSession>()
  let [now, next] = [new Date('2026-03-16T15:00:00Z'), 0]
  const provider = new SandboxIbvProvider({
    store: {
      find: (id) => Promise.resolve(sessions.get(id)),
      findByRequestCode: (code) =>
        Promise.resolve([...sessions.values()].find(({ requestCode }) => requestCode === code)),
      save: (session) => Promise.resolve(void sessions.set(session.providerSessionId, session)),
    },
    clock: { now: () => now },
    random: { bytes: (count) => new Uint8Array(count).fill((next += 1)) },
    calendar,
    pageUrl: 'http://localhost:8080/sandbox-bank',
  })
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds)
  }
  const open = (requestCode = 'R1', institutionId?: string) =>
    provider.createLinkSession({
      requestCode,
      portfolioId: 118,
      customerAlias: 'customer-1',
      locale: 'en' as const,
      returnUrl: '/back',
      institutionId,
    })
  const signIn = (id: string, username: string, differs = {}) =>
    provider.signIn(id, {
      username,
      password: 'pass_good',
      code: '123456',
      ownerName: 'Ann Sample',
      ...differs,
    })
  return { provider, pass, open, signIn }
}

const reportOf = (username: string, asOf = today) => {
  const user = sandboxUser(username)
  if (!user) throw new Error('a test user')
  return sandboxReport(user, 'Ann Sample', asOf, calendar)
}

test('product.md §4: some test user ends in every IBV status but not started, which is before the page opens', () => {
  const reached = new Set<number>(SANDBOX_USERS.flatMap(({ path }) => path.slice(-1).map(statusOfProgress)))
  expect(Object.values(IbvStatus).filter((status) => !reached.has(status))).toEqual([IbvStatus.notStarted])
})

test('a session goes 0, 1, 3, 20, 100; reading does not move it; then the report can be fetched', async () => {
  const { provider, pass, open, signIn } = aBank()
  const { providerSessionId: id, linkUrl } = await open()
  expect(linkUrl).toBe(`http://localhost:8080/sandbox-bank/${id}`)
  expect(await provider.pollStatus(id)).toBe(0)
  expect(await provider.pollStatus(id)).toBe(0)
  await provider.openPage(id)
  expect(await provider.pollStatus(id)).toBe(1)
  expect(await provider.fetchReport(id, today)).toEqual({ ok: false, error: 'notReady' })
  expect(await signIn(id, 'user_good')).toEqual({ ok: true, value: { returnUrl: '/back' } })
  const statuses = []
  for (let step = 0; step < 4; step += 1) {
    statuses.push(await provider.pollStatus(id))
    pass(1_000)
  }
  expect(statuses).toEqual([3, 20, 100, 100])
  expect(await provider.fetchReport(id, today)).toMatchObject({ ok: true, value: { asOf: today } })
})

test('the same request code opens the same session', async () => {
  const { open } = aBank()
  const [first, again, other] = [await open(), await open(), await open('R2')]
  expect(again).toEqual(first)
  expect(other.providerSessionId).not.toBe(first.providerSessionId)
})

test('the bank page refuses wrong names, passwords, codes, second sign-ins and sessions too old', async () => {
  const { provider, pass, open, signIn } = aBank()
  const { providerSessionId: id } = await open()
  const error = async (username: string, differs = {}) => {
    const outcome = await signIn(id, username, differs)
    return outcome.ok ? 'ok' : outcome.error
  }
  expect(await error('user_nobody')).toBe('wrongCredentials')
  expect(await error('user_good', { password: 'guess' })).toBe('wrongCredentials')
  expect(await error('user_mfa', { code: '' })).toBe('codeNeeded')
  expect(await error('user_mfa', { code: '000000' })).toBe('wrongCode')
  expect(await error('user_mfa')).toBe('ok')
  expect(await error('user_good')).toBe('alreadySignedIn')
  expect(await provider.pollStatus('unknown')).toBe(IbvStatus.otherError)
  const late = await open('R2')
  pass(31 * MINUTE_MS)
  expect(await signIn(late.providerSessionId, 'user_good')).toEqual({ ok: false, error: 'expired' })
})

test("domain.md §5: every user's report is read as what it says it is", () => {
  const summary = (username: string) => summarizeIncome(reportOf(username), calendar)
  expect(summary('user_good')).toMatchObject({
    cadence: PayrollFrequency.biWeekly,
    monthlyNetIncome: 400_833n,
    regularity: 100,
    nsfCount90: 0,
    otherLenders: 0,
    usableAccounts: 2,
  })
  expect(summary('user_good').daysOfHistory).toBeGreaterThanOrEqual(85)
  expect(summary('user_good').lowestBalance).toBeGreaterThan(0n)
  expect(summary('user_weekly')).toMatchObject({
    cadence: PayrollFrequency.weekly,
    monthlyNetIncome: 338_000n,
  })
  expect(summary('user_semimonthly')).toMatchObject({
    cadence: PayrollFrequency.semiMonthly,
    monthlyNetIncome: 340_000n,
  })
  expect(summary('user_monthly')).toMatchObject({
    cadence: PayrollFrequency.monthly,
    monthlyNetIncome: 330_000n,
  })
  expect(summary('user_lenders').otherLenders).toBe(2)
  expect(summary('user_many_lenders').otherLenders).toBe(6)
  expect(summary('user_low_income').monthlyNetIncome).toBe(67_166n)
  expect(summary('user_no_history').daysOfHistory).toBeLessThanOrEqual(21)
  expect(summary('user_nsf')).toMatchObject({ nsfCount30: 6, nsfCount90: 6 })
  expect(summary('user_no_account').usableAccounts).toBe(0)
  const typed = { routingNumber: SANDBOX_BANK.routingNumber, accountNumber: '000111222333' }
  expect(matchAccount(reportOf('user_good').accounts, typed)).toMatchObject({
    result: 'matched',
    tail: '2333',
  })
  expect(matchAccount(reportOf('user_unmatched').accounts, typed)).toEqual({
    result: 'unmatched',
    tails: ['9090'],
  })
})

test('the cadences are recognized on every day of two years that the bank may be linked on', () => {
  for (let offset = 0; offset < 730; offset += 3) {
    const asOf = addDays(today, offset)
    const cadences = ['user_good', 'user_weekly', 'user_semimonthly', 'user_monthly'].map((name) => {
      const { cadence, lowestBalance, daysSinceLastIncome } = summarizeIncome(reportOf(name, asOf), calendar)
      expect(daysSinceLastIncome).toBeLessThanOrEqual(35)
      expect(lowestBalance).toBeGreaterThan(0n)
      return cadence
    })
    expect(cadences).toEqual([
      PayrollFrequency.biWeekly,
      PayrollFrequency.weekly,
      PayrollFrequency.semiMonthly,
      PayrollFrequency.monthly,
    ])
  }
})

test('the same user and day give the same report, a later day the same past', () => {
  expect(reportOf('user_good')).toEqual(reportOf('user_good'))
  const past = (asOf: number) => (one: { date: number }) => one.date > asOf - 30 && one.date <= today
  const lines = (asOf = today) =>
    reportOf('user_good', asOf)
      .accounts[0]?.transactions.filter(past(today))
      .map(({ date, amount, description }) => `${date} ${amount} ${description}`)
  expect(lines(addDays(today, 7))).toEqual(lines())
})

test('the report is of the bank that was chosen; each bank has a name and a valid routing number of its own', async () => {
  const { provider, pass, open, signIn } = aBank()
  const { providerSessionId: id } = await open('R1', 'demo-valley')
  await signIn(id, 'user_good')
  pass(10_000)
  const report = await provider.fetchReport(id, today)
  expect(report).toMatchObject({
    value: { institution: 'Demo Valley Credit Union', institutionId: 'demo-valley' },
  })
  const numbers = SANDBOX_INSTITUTIONS.map(({ routingNumber }) => routingNumber)
  expect(numbers.filter(isAbaRouting)).toEqual([...new Set(numbers)])
  expect(SANDBOX_INSTITUTIONS.filter(({ isUp }) => !isUp)).toHaveLength(1)
})
