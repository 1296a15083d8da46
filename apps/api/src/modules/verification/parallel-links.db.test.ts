import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { createRequestCodeCall } from '@dolphin/contract/verification'
import { listIbvRequests } from '@dolphin/database/verification/ibv-repository'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fillApplication } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const AT_ONCE = 100

test('a hundred requests for a bank link at once open one link and spend none of the others (design/security.md T22)', async () => {
  const client = await createCustomer(api, { email: 'parallel-links@example.com' })
  const { loanNo } = await fillApplication(client)
  const open = () => client.call(createRequestCodeCall, { body: { loanNo, purpose: 'IBV' } })
  const answers = await Promise.all(Array.from({ length: AT_ONCE }, open))
  const { tooManyRequests } = RESPONSE_CODES
  const codes = new Set(answers.map(({ code }) => code))
  expect(codes).toContain(1)
  expect([...codes].filter((code) => code !== 1 && code !== tooManyRequests.code)).toEqual([])
  const rows = await listIbvRequests(api.database.db, { portfolioId: 118, loanNo })
  expect(rows).toHaveLength(1)
  const again = await open()
  expect(again).toMatchObject({ code: 1, data: { requestCode: rows[0]?.requestCode } })
})
