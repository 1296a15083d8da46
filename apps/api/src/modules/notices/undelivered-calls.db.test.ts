import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { ContactType } from '@dolphin/domain/identity/codes'
import { MailFailure } from '@dolphin/integrations/mail/mail-sender'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { reportNotice, sendRightsNotice } from '../../testing/undelivered-notices.ts'

const portfolioId = 118

let api: TestApi
let employee: TestClient
let failure: MailFailure | undefined

beforeAll(async () => {
  const send = () => (failure === undefined ? Promise.resolve(undefined) : Promise.reject(failure))
  api = await startTestApi({ mail: { send, close: () => Promise.resolve() } })
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

test('the lists, the printing and the marking answer from what became of a notice (contract.md)', async () => {
  const loan = await signLoan(api)
  const noticeNo = await sendRightsNotice(api, loan)
  const query = { portfolioId: String(portfolioId) }
  const named = { body: { portfolioId, noticeNos: [noticeNo] } }
  await proveChanges(api, () => reportNotice(api, noticeNo, 'failedHard'), {
    listUndeliveredNotice: asking(employee, 'listUndeliveredNotice', { query }),
    listPaperNotice: asking(employee, 'listPaperNotice', { query }),
    printPaperNotice: asking(employee, 'printPaperNotice', named),
  })
  await proveChanges(api, () => reportNotice(api, noticeNo, 'delivered'), {
    markPaperNotice: asking(employee, 'markPaperNotice', named),
  })
})

test('what can be sent again follows what the mail server said (contract.md)', async () => {
  const loan = await signLoan(api)
  failure = new MailFailure(true, 550, 'sender', '5.7.26')
  const refused = async () => {
    await sendRightsNotice(api, loan)
    failure = undefined
  }
  await proveChanges(api, refused, {
    retryNotice: asking(employee, 'retryNotice', { body: { portfolioId } }),
  })
  await api.runJobs()
  expect(await employee.ask(CALLS.retryNotice, { body: { portfolioId } })).toEqual({ queued: 0 })
})

test('another address shares the codes of ten minutes with those on file (contract.md)', async () => {
  const { client } = await signLoan(api)
  const give = asking(client, 'giveEmail', { body: { email: 'moved-on@example.com' } })
  const sendTwo = async () => {
    for (const contactType of [ContactType.email, ContactType.email])
      await client.ask(CALLS.sendContactCode, { body: { contactType } })
  }
  await proveChanges(api, sendTwo, { giveEmail: give })
  expect((await give()).code).toBe(RESPONSE_CODES.tooManyRequests.code)
})
