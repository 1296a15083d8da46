import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { applyForLoan, askAmount } from '@dolphin/api/testing/offers'
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

test('a counteroffer from the terminal: its bounds are said, its notice is previewed, then it is made', async () => {
  const applied = await applyForLoan(api, { portfolioId: 110, bankUser: 'user_other_owner' })
  await askAmount(applied)
  api.clock.advance(1_000)
  const { loanNo } = applied
  const counter = (...more: readonly string[]) =>
    terminal.ops(['counter', loanNo, '--reason', 'accountOwnerMismatch', ...more])
  expect((await counter()).code).toBe(2)
  expect((await terminal.ops(['counter', loanNo, '--amount', '400.00'])).code).toBe(2)
  const outside = await counter('--amount', '450.00')
  expect(outside.code).toBe(1)
  expect(outside.text).toContain('in steps of $100.00')
  const preview = await counter('--amount', '400.00', '--preview')
  expect(preview.text).toContain('We can offer you a loan of $300.00 to $400.00.')
  expect(preview.text).toContain('Podemos ofrecerle un préstamo de $300.00 a $400.00.')
  const made = await counter('--amount', '400.00', '--note', 'new account')
  expect(made.text).toContain('countered with up to 400.00: now 102 customerReview')
  expect((await counter('--amount', '300.00')).code).toBe(1)
})
