import { CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'

let api: TestApi
let employee: Awaited<ReturnType<typeof signInEmployee>>

beforeAll(async () => {
  api = await startTestApi()
  employee = await signInEmployee(api)
})
afterAll(() => api.close())

const query = {}
let people = 0

async function writer() {
  people += 1
  const email = `conversation${people}@example.com`
  const client = await createCustomer(api, { email })
  const write = (text: string, loanNo?: string) =>
    client.ask(CALLS.sendMessage, { body: loanNo === undefined ? { text } : { text, loanNo } })
  const answer = (text: string, loanNo?: string) =>
    employee.ask(CALLS.answerMessage, { body: { openId: client.openId, text, loanNo } })
  return { client, email, write, answer, openId: client.openId }
}

test('what a customer writes waits for the lender until it is answered or settled', async () => {
  const { openId, write, answer } = await writer()
  const waiting = async () => {
    const { conversations } = await employee.ask(CALLS.listConversation, { query })
    return conversations.find((one) => one.openId === openId)
  }
  const { loanNo } = await beginApplication(await createCustomer(api, { email: 'bystander@example.com' }), {
    email: 'bystander@example.com',
    ssn: '521-44-3091',
  })
  await proveChanges(api, () => write('When will it arrive?'), {
    listConversation: asking(employee, 'listConversation', { query }),
    showConversation: asking(employee, 'showConversation', { params: { openId }, query }),
    settleMessage: asking(employee, 'settleMessage', { body: { openId } }),
  })
  await write('And how much?')
  expect(await waiting()).toMatchObject({ portfolioId: 118, thread: 'account', waiting: 1 })
  const foreign = await employee.call(CALLS.answerMessage, { body: { openId, text: 'About it', loanNo } })
  expect(foreign.code).toBe(-92020044)
  await answer('On Friday.')
  expect(await waiting()).toBeUndefined()
  const { messages } = await employee.ask(CALLS.showConversation, { params: { openId }, query })
  expect(messages.map(({ from, text }) => [from, text])).toEqual([
    ['lender', 'On Friday.'],
    ['customer', 'And how much?'],
    ['customer', 'When will it arrive?'],
  ])
})

test('ticket 3003 and a mail without its text announce a reply, which stays new until opened', async () => {
  const { client, email, write, answer, openId } = await writer()
  await write('Question')
  await proveChanges(api, () => answer('The canary of an answer'), {
    readMessage: asking(client, 'readMessage', { body: { thread: 'account', through: 'M9999999999' } }),
  })
  const sent = await answer('A second canary')
  const { rows } = await api.database.db.execute<{ ticket: number; data: { messageNo?: string } }>(
    `select ticket, data from tickets where open_id = '${openId}' order by id desc limit 1`,
  )
  expect(rows).toMatchObject([{ ticket: 3003, data: { messageNo: sent.messageNo } }])
  const mails = (await api.mailsTo(email)).filter(({ kind }) => kind === 'messageReceived')
  expect(mails).toHaveLength(2)
  expect(mails.every(({ content }) => !content.text.includes('canary'))).toBe(true)
  expect(mails[0]?.content.text).toContain('/messages')
  const unread = async () => (await client.ask(CALLS.listMessage, { query })).threads[0]?.unread
  expect(await unread()).toBe(1)
  const { read } = await client.ask(CALLS.readMessage, {
    body: { thread: 'account', through: sent.messageNo },
  })
  expect([read, await unread()]).toEqual([1, 0])
})

test('conversations are kept apart by loan, the newest first, each with its beginning on one line', async () => {
  const { client, email, write, answer } = await writer()
  const { loanNo } = await beginApplication(client, { email, ssn: '521-44-3092' })
  await write('About my account')
  await write(`First line\nsecond ${'long '.repeat(60)}`, loanNo)
  await answer('About the loan', loanNo)
  await write('One more about the account')
  const all = await client.ask(CALLS.listMessage, { query })
  expect(all.threads).toMatchObject([
    { thread: 'account', lastFrom: 'customer', excerpt: 'One more about the account', unread: 0 },
    { thread: loanNo, lastFrom: 'lender', excerpt: 'About the loan', unread: 1 },
  ])
  const one = await client.ask(CALLS.listMessage, { query: { thread: loanNo } })
  expect(one.messages.map(({ from }) => from)).toEqual(['lender', 'customer'])
  expect(one.messages[1]?.readAt).not.toBeNull()
  const other = await client.ask(CALLS.listMessage, { query: { thread: 'account' } })
  expect(other.messages).toHaveLength(2)
  expect(other.messages.every(({ readAt }) => readAt === null)).toBe(true)
  await write(`First line\nsecond ${'long '.repeat(60)}`, loanNo)
  const [newest] = (await client.ask(CALLS.listMessage, { query })).threads
  expect(newest?.excerpt).toMatch(/^First line second long/)
  expect(newest?.excerpt.length).toBeLessThanOrEqual(120)
})

test('an answer that names no loan stands under the question that waited longest', async () => {
  const { client, email, write, answer, openId } = await writer()
  const { loanNo } = await beginApplication(client, { email, ssn: '521-44-3094' })
  await write('When is my loan paid out?', loanNo)
  await answer('On Friday.')
  const about = await client.ask(CALLS.listMessage, { query: { thread: loanNo } })
  expect(about.messages.map(({ from, text }) => [from, text])).toEqual([
    ['lender', 'On Friday.'],
    ['customer', 'When is my loan paid out?'],
  ])
  const { conversations } = await employee.ask(CALLS.listConversation, { query })
  expect(conversations.some((one) => one.openId === openId)).toBe(false)
  await answer('One more thing.')
  const account = await client.ask(CALLS.listMessage, { query: { thread: 'account' } })
  expect(account.messages.map(({ text }) => text)).toEqual(['One more thing.'])
})

test('an answer may be about a loan only once the customer has it', async () => {
  const { client, email, openId } = await writer()
  let loanNo = '118-0000018'
  const begin = async () => {
    loanNo = (await beginApplication(client, { email, ssn: '521-44-3093' })).loanNo
  }
  await proveChanges(api, begin, {
    answerMessage: () =>
      employee.call(CALLS.answerMessage, { body: { openId, text: 'About your loan', loanNo } }),
  })
})
