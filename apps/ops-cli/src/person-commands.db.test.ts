import { CALLS } from '@dolphin/contract/registry'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { createCustomer } from '@dolphin/api/testing/customers'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'
import { afterAll, beforeAll, expect, test } from 'vitest'

let api: TestApi
let terminal: TestTerminal

beforeAll(async () => {
  api = await startTestApi()
  terminal = await openTerminal(api)
  await terminal.ops(['login', '--demo', 'Ada Example'])
})
afterAll(async () => {
  await api.close()
  await terminal.close()
})

test('requests about data are listed over all customers, and of one with what was written', async () => {
  const { ops } = terminal
  expect((await ops(['person', 'requests'])).text).toBe('Nothing.')
  const name = { firstName: 'Jordan', middleName: '', lastName: 'Avila' }
  const client = await createCustomer(api, { email: 'asks@example.com', name })
  const body = { kind: 'correction', details: 'My street is 14 Elm Street.' } as const
  const { requestNo } = await client.ask(CALLS.requestMyData, { body })
  const all = await ops(['person', 'requests', '--portfolio', '118', '--kind', 'correction'])
  expect(all.text).toMatch(/^Request +Portfolio +Kind +Customer +Number +Asked +Answer by +State +By\n/)
  expect(all.text).toContain(`${requestNo}  118        correction  Jordan Avila  ${client.openId}`)
  expect(all.text).not.toContain('Elm Street')
  expect((await ops(['person', 'requests', '--answered'])).text).toBe('Nothing.')
  expect((await ops(['person', 'requests', client.openId])).text).toContain('14 Elm Street')
  const wrong = await ops(['person', 'requests', '--kind', 'copy'])
  expect(wrong.code).toBe(2)
  expect(wrong.text).toContain('--kind correction|deletion')
})
