import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { MailFailure } from '@dolphin/integrations/mail/mail-sender'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import { sendDueNotices } from './notice-worker.ts'

let api: TestApi
let isRefused = false
beforeAll(async () => {
  const send = () => (isRefused ? Promise.reject(new MailFailure(true, 550)) : Promise.resolve())
  api = await startTestApi({ mail: { send, close: () => Promise.resolve() } })
})
afterAll(() => api.close())

test('a notice about a loan that no mailbox takes becomes a work item; one of no loan does not (domain.md §14)', async () => {
  const open = () => listOpenWorkItems(api.database.db, { portfolioId: 118, kind: 'undeliveredNotice' })
  const loan = await signLoan(api)
  isRefused = true
  await sendDueNotices(api.deps)
  const items = await open()
  expect(items.map(({ loanNo }) => loanNo)).toEqual(items.map(() => loan.loanNo))
  expect(items.map(({ facts }) => facts['notice'])).toContain('approved')
  expect(JSON.stringify(items)).not.toContain(loan.email)
  await sendDueNotices(api.deps)
  expect(await open()).toHaveLength(items.length)
})
