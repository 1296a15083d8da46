import { passOnLoanCall } from '@dolphin/contract/applications-staff'
import type { Owner } from '@dolphin/database/driver/owner'
import { setOptInFlags } from '@dolphin/database/identity/customer-repository'
import { OptInFlag } from '@dolphin/domain/identity/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agreeToMailOffers } from '../../testing/agree-to-offers.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication, fillApplication } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { inviteBackJob } from './invite-back.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

const move = (loanNo: string, status: number, subStatus: string) =>
  api.database.executeSql(
    'update loans set status = $2, sub_status = $3, updated_at = $4 where loan_no = $1',
    [loanNo, status, subStatus, api.clock.now()],
  )
const kindsTo = async (email: string) => (await api.mailsTo(email)).map(({ kind }) => kind)

test('who paid off and agreed to offers is invited back once; who did not is left alone (16 CFR 316)', async () => {
  const run = () => inviteBackJob(api.deps).run({})
  for (const [email, prepare, invited] of [
    ['yes@example.com', (owner: Owner) => agreeToMailOffers(api, owner), 1],
    ['no@example.com', () => Promise.resolve(), 0],
    // Agreed to calls and texts, whose consent opens no mailbox.
    [
      'texts@example.com',
      (owner: Owner) => setOptInFlags(api.database.db, owner, OptInFlag.marketing, api.clock.now()),
      0,
    ],
    ['never@example.com', (owner: Owner) => agreeToMailOffers(api, owner, OptInFlag.uncontactable), 0],
  ] as const) {
    const client = await createCustomer(api, { email })
    await prepare(client)
    const { loanNo } = await beginApplication(client)
    await move(loanNo, 206, 'paidOff')
    await run()
    await run()
    expect((await kindsTo(email)).filter((kind) => kind === 'returning')).toHaveLength(invited)
  }
  const [mail] = (await api.mailsTo('yes@example.com')).filter(({ kind }) => kind === 'returning')
  expect(mail?.content.text).toMatch(/\/returning\/[\w-]{43}/)
  expect(mail?.content.text).toContain('/consent')
  expect(mail?.content.text).toContain('Wilmington, DE')
})

test('a reviewer who passes an application back asks for more: the mail carries its own link (domain.md §3)', async () => {
  const email = 'more@example.com'
  const client = await createCustomer(api, { email })
  const { loanNo } = await fillApplication(client)
  await move(loanNo, 102, 'agentReview')
  const employee = await signInEmployee(api)
  await employee.ask(passOnLoanCall, {
    body: { loanNo, to: 'customerReview', note: 'pay stub is unreadable' },
  })
  const mail = (await api.mailsTo(email)).find(({ kind }) => kind === 'informationNeeded')
  expect(mail?.content.text).toMatch(/\/complete-information\/[\w-]{43}/)
  expect(mail?.content.text).not.toContain('pay stub')
})

test('the mail of a begun application leads to how it stands (pages.md)', async () => {
  const email = 'begun@example.com'
  await beginApplication(await createCustomer(api, { email }))
  const mail = (await api.mailsTo(email)).find(({ kind }) => kind === 'applicationReceived')
  expect(mail?.content.text).toMatch(/\/pending-application\/[\w-]{43}/)
})
