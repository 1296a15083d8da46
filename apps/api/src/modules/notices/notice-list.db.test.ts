import { noticeListCall } from '@dolphin/contract/notices'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** A customer who applied, so that a notice about the loan went out beside those about the account. */
async function applicant(email: string, portfolioId = 118) {
  const client = await createCustomer(api, { email, portfolioId })
  const { loanNo } = await fillApplication(client)
  await api.runJobs()
  return { client, loanNo, email }
}

test('a customer reads what was written about the loan, and to which address (domain.md §11)', async () => {
  const { client, loanNo, email } = await applicant('ann@example.com')
  const { notices } = await client.ask(noticeListCall, { query: {} })
  expect(notices.map((notice) => [notice.kind, notice.loanNo, notice.sentTo])).toEqual([
    ['applicationReceived', loanNo, email],
  ])
  expect(notices[0]?.body).toContain(loanNo)
  expect(notices).toEqual((await client.ask(noticeListCall, { query: { loanNo } })).notices)
})

test('mails that open the account never come back: links and codes stay in the mailbox', async () => {
  const { client, email } = await applicant('ben@example.com')
  const kinds = (await api.mailsTo(email)).map(({ kind }) => kind)
  expect(kinds).toContain('createAccountLink')
  const { notices } = await client.ask(noticeListCall, { query: {} })
  expect(notices.map(({ kind }) => kind)).not.toContain('createAccountLink')
})

test('another customer, another portfolio or no session sees none of it (design/security.md T5)', async () => {
  const { loanNo } = await applicant('cleo@example.com')
  const other = await createCustomer(api, { email: 'dan@example.com' })
  const elsewhere = await createCustomer(api, { email: 'cleo@example.com', portfolioId: 110 })
  for (const client of [other, elsewhere]) {
    expect((await client.ask(noticeListCall, { query: {} })).notices).toEqual([])
    expect((await client.call(noticeListCall, { query: { loanNo } })).code).toBe(
      RESPONSE_CODES.loanNotFound.code,
    )
  }
  expect((await api.client().call(noticeListCall, { query: {} })).code).toBe(RESPONSE_CODES.noIdentity.code)
})
