import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { applyForLoan } from '@dolphin/api/testing/offers'
import { openTerminal, type TestTerminal } from '@dolphin/api/testing/terminal'

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

const lineAbout = (text: string, words: string) => text.split('\n').find((line) => line.includes(words)) ?? ''

test('who read a customer’s file stands in the audit, by what and why (docs/guides/staff.md)', async () => {
  const { loanNo } = await applyForLoan(api)
  await terminal.ops(['loan', loanNo], { OPS_REASON: 'dispute of a payment' })
  const { text } = await terminal.ops(['audit', 'search', '--portfolio', '118', '--loan', loanNo])
  const line = lineAbout(text, 'customerFileRead')
  for (const said of [`read/${loanNo}`, 'employee:ada-example', 'loanTimeline', 'dispute of a payment'])
    expect(line, text).toContain(said)
})

test('what happened to the staff is read as portfolio 0', async () => {
  const { text } = await terminal.ops(['audit', 'search', '--portfolio', '0', '--event', 'employeeSignedIn'])
  expect(lineAbout(text, 'employeeSignedIn'), text).toContain('employee:ada-example')
})
