import { CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { createCustomer } from '../../testing/customers.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('what a customer writes stands in the history, newest first, and in no one else’s (design/security.md T5)', async () => {
  const client = await createCustomer(api, { email: 'writer@example.com' })
  const { loanNo } = await beginApplication(client, { email: 'writer@example.com', ssn: '521-44-3001' })
  const otherCustomer = await createCustomer(api, { email: 'reader@example.com' })
  const write = (text: string) => client.ask(CALLS.sendMessage, { body: { text, loanNo } })
  await proveChanges(api, () => write('When will it arrive?'), {
    listMessage: asking(client, 'listMessage', { query: {} }),
    sendMessage: {
      before: asking(otherCustomer, 'sendMessage', { body: { text: 'About this', loanNo } }),
      after: asking(client, 'sendMessage', { body: { text: 'About this', loanNo } }),
    },
  })
  const { messages, before } = await client.ask(CALLS.listMessage, { query: {} })
  expect(messages.map(({ text, from }) => [from, text])).toEqual([
    ['customer', 'About this'],
    ['customer', 'When will it arrive?'],
  ])
  expect(before).toBeNull()
  expect((await otherCustomer.ask(CALLS.listMessage, { query: {} })).messages).toEqual([])
})

test('a long history comes in pages of fifty; the text stands sealed in the database (design/security.md T19)', async () => {
  const client = await createCustomer(api, { email: 'talker@example.com' })
  for (let number = 1; number <= 51; number += 1) {
    await client.ask(CALLS.sendMessage, { body: { text: `canary message ${number}` } })
  }
  const first = await client.ask(CALLS.listMessage, { query: {} })
  expect([first.messages.length, first.messages[0]?.text]).toEqual([50, 'canary message 51'])
  const rest = await client.ask(CALLS.listMessage, { query: { before: first.before ?? '' } })
  expect(rest.messages.map(({ text }) => text)).toEqual(['canary message 1'])
  const { rows } = await api.database.db.execute<{ text: string }>('select text from secure_messages')
  expect(rows.some(({ text }) => text.includes('canary'))).toBe(false)
})

test('sixty messages an hour are enough, and a stranger’s loan cannot be written about', async () => {
  const client = await createCustomer(api, { email: 'flood@example.com' })
  const answers: number[] = []
  for (let number = 1; number <= 61; number += 1) {
    answers.push((await client.call(CALLS.sendMessage, { body: { text: 'again' } })).code)
  }
  expect(answers.slice(0, 60).every((code) => code === 1)).toBe(true)
  expect(answers.at(-1)).toBe(-95010004)
  const about = await client.call(CALLS.sendMessage, { body: { text: 'mine?', loanNo: '118-0000018' } })
  expect(about.code).toBe(-92020044)
})
