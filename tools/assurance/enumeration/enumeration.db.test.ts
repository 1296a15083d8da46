import { changeAccountCall } from '@dolphin/contract/identity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import { withColleague } from '@dolphin/api/testing/confirmations'
import { createCustomer } from '@dolphin/api/testing/customers'
import { signInEmployee } from '@dolphin/api/testing/employees'
import { answerOf, ASKED_OF_ANYBODY } from './known-or-not.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})

afterAll(() => api.close())

test.each(ASKED_OF_ANYBODY)(
  '%s answers a stranger, a customer, a frozen and a closed account with the same bytes (design/security.md T3)',
  async (name, call, body) => {
    const employee = await signInEmployee(api)
    const address = (who: string) => `${who}-${name}@example.com`
    for (const who of ['known', 'frozen', 'closed']) await createCustomer(api, { email: address(who) })
    for (const [who, change] of [
      ['frozen', 'freeze'],
      ['closed', 'deactivate'],
    ] as const) {
      const body = { portfolioId: 118, account: address(who), change, note: '' }
      const held = await withColleague(employee, await employee.call(changeAccountCall, { body }))
      expect(held.code, who).toBe(1)
    }
    const ask = (who: string) => answerOf(api, call, { portfolioId: 118, ...body(address(who)) })
    const { bytes: otherCustomer } = await ask('unknown')
    expect(otherCustomer.text).not.toContain('accountStatus')
    for (const who of ['known', 'frozen', 'closed'])
      expect((await ask(who)).bytes, who).toEqual(otherCustomer)
  },
)
