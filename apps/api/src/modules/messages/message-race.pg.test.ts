import { CALLS } from '@dolphin/contract/registry'
import { addSecureMessage } from '@dolphin/database/messages/secure-message-repository'
import { ok } from '@dolphin/domain/outcome'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApi } from '../../testing/api-fixture.ts'
import { createCustomer } from '../../testing/customers.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { waitingForLocks } from '../../testing/held-locks.ts'
import { openMessageItem } from '../work-items/message-item.ts'

test('a customer who writes while their last question is answered still waits in a work item', async () => {
  const api = await startTestApi()
  onTestFinished(() => api.close())
  const writer = await createCustomer(api, { email: 'quick@example.com' })
  const { openId } = writer
  await writer.ask(CALLS.sendMessage, { body: { text: 'When will it arrive?' } })
  const ada = await signInEmployee(api, 'Ada Example')
  const [written, committed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const owner = { portfolioId: 118, openId }
  const writing = api.deps.units.write(async (unit) => {
    const more = { ...owner, sender: 'customer' as const, loanNo: null, text: 'And where?', sentAt: unit.now }
    await addSecureMessage(unit.tx, api.deps.cipher, more)
    await openMessageItem(api.deps, unit, owner, null)
    written.resolve()
    await committed.promise
    return ok(undefined)
  })
  await written.promise
  const answering = ada.ask(CALLS.answerMessage, { body: { openId, text: 'Tomorrow.' } })
  const isHeldUp = expect.poll(() => waitingForLocks(api), { timeout: 10_000 }).toBeGreaterThan(0)
  await Promise.race([answering, isHeldUp])
  committed.resolve()
  await Promise.all([writing, answering])
  const { conversations } = await ada.ask(CALLS.listConversation, { query: {} })
  expect(conversations).toMatchObject([{ openId, waiting: 1, workItemNo: expect.stringMatching(/^W/) }])
})
