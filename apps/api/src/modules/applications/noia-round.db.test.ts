import { HOUR_MS } from '@dolphin/domain/time/durations'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { calculateQualifiedAmountCall } from '@dolphin/contract/decisions'
import { setOptInFlags } from '@dolphin/database/identity/customer-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { OptInFlag } from '@dolphin/domain/identity/codes'
import { afterAll, beforeEach, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication, fillApplication } from '../../testing/applications.ts'
import { linkBank, openBankLink } from '../../testing/bank-links.ts'
import { createCustomer } from '../../testing/customers.ts'
import { qualifyForLoan } from '../../testing/offers.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { NOIA_ROUND_JOB } from './noia-round.ts'

const DAY = 24 * HOUR_MS

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(() => resetApi(api))
afterAll(() => api.close())

async function round(): Promise<void> {
  await api.deps.units.write(async (unit) => {
    await api.deps.jobs.send(unit, NOIA_ROUND_JOB, {})
    return { ok: true, value: undefined }
  })
  await api.runJobs()
}

const KINDS = /^noia|^applicationClosed/

/** The timetable's mails to an address so far, with the whole hours after which each was sent. */
async function told(email: string, begunAt: Date): Promise<string[]> {
  const mails = (await api.mailsTo(email)).filter(({ kind }) => KINDS.test(kind)).toReversed()
  return mails.map(
    ({ kind, sentAt }) => `${kind} ${Math.floor((sentAt.getTime() - begunAt.getTime()) / HOUR_MS)}`,
  )
}

/** Lives on hour by hour, the job running each time. */
async function live(hours: number, step = 1): Promise<void> {
  for (let hour = 0; hour < hours; hour += step) {
    api.clock.advance(step * HOUR_MS)
    await round()
  }
}

test('31 days of an application begun and left: 201 after 1, 3, 10 days, day 20 the notice, day 30 closed (domain.md §11)', async () => {
  const email = 'left@example.com'
  const client = await createCustomer(api, { email })
  const { loanNo } = await beginApplication(client, { email })
  const begun = api.clock.now()
  await live(31 * 24, 6)
  expect(await told(email, begun)).toEqual([
    'noiaNotSubmitted 24',
    'noiaNotSubmitted 72',
    'noiaNotSubmitted 240',
    'noia 480',
    'applicationClosed 720',
  ])
  const loan = await findLoan(api.database.db, { portfolioId: 118, loanNo })
  expect(loan?.status).toBe(LoanStatus.withdrawn)
  const [closed, notice, third] = await api.mailsTo(email)
  expect(closed?.content.text).toContain('not a decision about your credit')
  expect(notice?.content.text).toContain('Your income and paydays')
  expect(notice?.content.text).toContain('Thu, Apr 2, 2026')
  expect(third?.content.text).toMatch(/\/complete-information\/[\w-]{20,}/)
})

/** An application whose four forms are filled. */
async function filled(email: string) {
  const client = await createCustomer(api, { email })
  return { client, ...(await fillApplication(client, { email })) }
}

test('202, all told and no bank linked: after 1 h, 1 and 3 days (domain.md §11)', async () => {
  await filled('no-bank@example.com')
  const begun = api.clock.now()
  await live(4 * 24)
  expect(await told('no-bank@example.com', begun)).toEqual(['noiaNoIbv 1', 'noiaNoIbv 24', 'noiaNoIbv 72'])
})

test('203, a bank link that did not come through: after 1 h, 1 and 3 days (domain.md §11)', async () => {
  const { client, loanNo } = await filled('half-linked@example.com')
  await openBankLink(api, client, loanNo)
  const begun = api.clock.now()
  await live(4 * 24)
  expect(await told('half-linked@example.com', begun)).toEqual([
    'noiaNotVerified 1',
    'noiaNotVerified 24',
    'noiaNotVerified 72',
  ])
})

test('204, no amount on this income: after 1 and 5 days, with the reasons (domain.md §11)', async () => {
  const email = 'no-amount@example.com'
  const { client, loanNo, applicationNo } = await filled(email)
  await linkBank(api, client, loanNo, { username: 'user_low_income' })
  await client.ask(calculateQualifiedAmountCall, { body: { applicationNo } })
  const begun = api.clock.now()
  await live(6 * 24, 3)
  expect(await told(email, begun)).toEqual(['noiaNotQualified 24', 'noiaNotQualified 120'])
  const [mail] = (await api.mailsTo(email)).filter(({ kind }) => kind === 'noiaNotQualified')
  expect(mail?.content.text).toMatch(/\$[\d,.]+/)
})

test('a server that was down for two days sends the newest step only, and running twice sends nothing twice', async () => {
  const email = 'late@example.com'
  const client = await createCustomer(api, { email })
  await fillApplication(client, { email })
  const begun = api.clock.now()
  api.clock.advance(3 * DAY + HOUR_MS)
  await round()
  await round()
  expect(await told(email, begun)).toEqual(['noiaNoIbv 73'])
})

test('an application that moved on gets none', async () => {
  const email = 'moved@example.com'
  const client = await createCustomer(api, { email })
  const { loanNo, applicationNo } = await fillApplication(client, { email })
  await linkBank(api, client, loanNo)
  expect((await client.ask(calculateQualifiedAmountCall, { body: { applicationNo } })).result).toBe(1)
  const begun = api.clock.now()
  await live(12 * 24, 24)
  expect(await told(email, begun)).toEqual([])
})

test.each([
  ['uncontactable', OptInFlag.uncontactable, 0],
  ['no operational messages', OptInFlag.operation, 0],
  ['do not call, marketing', OptInFlag.doNotCall | OptInFlag.marketing, 3],
])('flags (%s) stop reminders, never the notice of law (domain.md §11)', async (_name, flags, reminders) => {
  const email = 'flags@example.com'
  const client = await createCustomer(api, { email })
  await beginApplication(client, { email })
  const begun = api.clock.now()
  await setOptInFlags(api.database.db, { portfolioId: 118, openId: client.openId }, flags, begun)
  await live(21 * 24, 24)
  const kinds = (await told(email, begun)).map((one) => one.split(' ')[0])
  expect(kinds.filter((kind) => kind === 'noiaNotSubmitted')).toHaveLength(reminders)
  expect(kinds.at(-1)).toBe('noia')
})

test('an unsigned offer is withdrawn after 30 days without action, with one notice (domain.md §2)', async () => {
  const { email, loanNo } = await qualifyForLoan(api)
  const begun = api.clock.now()
  await live(29 * 24, 24)
  expect(await findLoan(api.database.db, { portfolioId: 118, loanNo })).toMatchObject({
    status: LoanStatus.originating,
  })
  await live(3 * 24, 12)
  expect(await findLoan(api.database.db, { portfolioId: 118, loanNo })).toMatchObject({
    status: LoanStatus.withdrawn,
  })
  expect(await told(email, begun)).toEqual(['applicationClosed 720'])
})
