import { fillApplication } from '@dolphin/api/testing/applications'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { linkBank } from '@dolphin/api/testing/bank-links'
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

test('bank-link show: the links, the figures and what is behind them; --rows lists every transaction', async () => {
  const client = await createCustomer(api, { email: 'rows@example.com' })
  const { loanNo } = await fillApplication(client)
  expect((await terminal.ops(['bank-link', 'show', loanNo])).text).toBe('Nothing.')
  const requestCode = await linkBank(api, client, loanNo, { username: 'user_nsf' })
  const { code, text } = await terminal.ops(['bank-link', 'show', loanNo])
  expect(code).toBe(0)
  for (const part of [
    requestCode,
    'the typed account',
    'monthlyNetIncome',
    'Income (',
    'Last income',
    'Lowest balance',
    'Shortage fee',
  ])
    expect(text).toContain(part)
  const rows = await terminal.ops(['bank-link', 'show', loanNo, '--request', requestCode, '--rows'])
  expect(rows.text.split('\n').length).toBeGreaterThan(text.split('\n').length + 20)
  expect((await terminal.ops(['bank-link', 'show', loanNo, '--request', 'unknown'])).code).toBe(1)
  expect((await terminal.ops(['bank-link', 'show'])).code).toBe(2)
})
