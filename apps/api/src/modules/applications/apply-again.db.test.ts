import { createFormCall, readFormCall } from '@dolphin/contract/applications-forms'
import { listSectionCall, withdrawApplicationCall } from '@dolphin/contract/applications'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { ANSWERS, fillApplication } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const CODES = ['personal', 'employment', 'bank', 'question'] as const

async function whoAppliedBefore(email: string, ssn: string) {
  const client = await createCustomer(api, { email })
  const { loanNo } = await fillApplication(client, { email, ssn })
  await client.ask(withdrawApplicationCall, { body: { loanNo, reason: 'changed my mind' } })
  api.clock.advance(1_000)
  return client
}

test('a returning applicant finds every section filled, and confirms it without typing (domain.md §3)', async () => {
  const client = await whoAppliedBefore('again1@example.com', '521-44-2101')
  for (const code of CODES) {
    const { externalKey, version, values, masked } = await client.ask(readFormCall, {
      params: { code },
      query: {},
    })
    expect({ externalKey, version }).toEqual({ externalKey: null, version: 0 })
    expect({ ...values, ...masked }).not.toEqual({})
  }
  const body = { externalKey: null, changed: {}, version: 0 }
  const { applicationNo, session } = await client.ask(createFormCall, { params: { code: 'personal' }, body })
  expect(session).toBeNull()
  for (const code of CODES.slice(1)) {
    const confirmed = { externalKey: applicationNo, changed: {}, version: 0 }
    await client.ask(createFormCall, { params: { code }, body: confirmed })
  }
  const { sections } = await client.ask(listSectionCall, { query: {} })
  const done = sections.filter(({ status }) => status === 'done').map(({ formCode }) => formCode)
  expect(done).toEqual(expect.arrayContaining([...CODES]))
  const personal = await client.ask(readFormCall, {
    params: { code: 'personal' },
    query: { externalKey: applicationNo ?? '' },
  })
  expect(personal.values).toMatchObject({ lastName: ANSWERS.personal.lastName, city: ANSWERS.personal.city })
  expect(personal.masked['ssn']).toMatch(/2101$/)
})

test('what has changed is sent, the rest is kept (product.md §5)', async () => {
  const client = await whoAppliedBefore('again2@example.com', '521-44-2102')
  const changed = { street: '99 Oak Avenue' }
  const { applicationNo } = await client.ask(createFormCall, {
    params: { code: 'personal' },
    body: { externalKey: null, changed, version: 0 },
  })
  const query = { externalKey: applicationNo ?? '' }
  const { values } = await client.ask(readFormCall, { params: { code: 'personal' }, query })
  expect(values).toMatchObject({ street: '99 Oak Avenue', city: ANSWERS.personal.city })
})

test('a first-time applicant finds nothing to confirm, and an empty section cannot be confirmed', async () => {
  const client = await createCustomer(api, { email: 'again3@example.com' })
  const { values } = await client.ask(readFormCall, { params: { code: 'employment' }, query: {} })
  expect(values).toEqual({})
  const body = { externalKey: null, changed: {}, version: 0 }
  const refused = await client.call(createFormCall, { params: { code: 'personal' }, body })
  expect(refused.code).toBe(-95010001)
})
