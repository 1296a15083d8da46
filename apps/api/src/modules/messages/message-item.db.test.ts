import { CALLS } from '@dolphin/contract/registry'
import { afterAll, expect, test } from 'vitest'
import { startTestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'

const api = await startTestApi()
const ada = await signInEmployee(api, 'Ada Example')
const bea = await signInEmployee(api, 'Bea Example')
afterAll(() => api.close())

const items = async (state: 'open' | 'closed' = 'open') =>
  (await ada.ask(CALLS.listWorkItem, { query: { state, kind: 'messageToAnswer' } })).items

const headOf = async (openId: string) =>
  (await ada.ask(CALLS.listConversation, { query: {} })).conversations.find((one) => one.openId === openId)

test('a customer who waits is one work item: the colleague who takes it answers, and it is over with the last answer', async () => {
  const writer = await createCustomer(api, { email: 'asker@example.com' })
  const { loanNo } = await beginApplication(writer, { email: 'asker@example.com', ssn: '521-44-3011' })
  const { openId } = writer
  await writer.ask(CALLS.sendMessage, { body: { text: 'When will it arrive?', loanNo } })
  await writer.ask(CALLS.sendMessage, { body: { text: 'And how do I change my address?' } })
  const [item, ...others] = await items()
  expect([item?.subject, others]).toEqual([`customer/${openId}`, []])
  const workItemNo = item?.workItemNo ?? ''
  expect(await headOf(openId)).toMatchObject({ workItemNo, takenBy: null })

  await ada.ask(CALLS.takeNextWorkItem, { body: { kind: 'messageToAnswer' } })
  expect(await headOf(openId)).toMatchObject({ takenBy: { name: 'Ada Example' } })
  await expectRefused(bea, 'answerMessage', { body: { openId, text: 'Soon.', loanNo } }, 'workItemHeld')
  await expectRefused(bea, 'settleMessage', { body: { openId } }, 'workItemHeld')
  await ada.ask(CALLS.answerMessage, { body: { openId, text: 'Tomorrow.', loanNo } })
  await expectRefused(
    ada,
    'closeWorkItem',
    { body: { workItemNo, reason: 'answered the first' } },
    'workItemCauseOpen',
  )
  await ada.ask(CALLS.answerMessage, { body: { openId, text: 'Under Profile.' } })
  expect(await items()).toEqual([])
  expect(await items('closed')).toMatchObject([{ workItemNo, takenBy: { name: 'Ada Example' } }])
})

test('messages that need no answer end the item, too; the next one opens another', async () => {
  const writer = await createCustomer(api, { email: 'thanks@example.com' })
  const { openId } = writer
  await writer.ask(CALLS.sendMessage, { body: { text: 'Thank you!' } })
  await bea.ask(CALLS.settleMessage, { body: { openId } })
  expect(await items()).toEqual([])
  await writer.ask(CALLS.sendMessage, { body: { text: 'One more question' } })
  expect(await items()).toMatchObject([{ subject: `customer/${openId}` }])
})
