import { sendCreateAccountEmailCall } from '@dolphin/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../testing/api-fixture.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

const read = (url: string) => api.app.inject({ method: 'GET', url, headers: { host: 'localhost' } })

test('the mailbox shows a mail once, with its link to follow, and by address', async () => {
  const email = 'mailbox@example.com'
  await api
    .client()
    .ask(sendCreateAccountEmailCall, { body: { portfolioId: 118, email, createAccountType: 2 } })
  await api.runJobs()
  await api.runJobs()
  const { data } = (await read(`/dev/mailbox.json?to=${email}`)).json<{
    data: { mails: { kind: string; subject: string; links: string[] }[] }
  }>()
  expect(data.mails).toHaveLength(1)
  expect(data.mails[0]?.kind).toBe('createAccountLink')
  const [link] = data.mails[0]?.links ?? []
  expect(link).toMatch(/^http:\/\/localhost:8080\/create-account\/[\w-]{43}$/)
  const page = await read(`/dev/mailbox?to=${email}`)
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain(`<a href="${link}">`)
  expect((await read('/dev/mailbox?to=somebody-else@example.com')).body).toContain('No mail yet.')
})
