import { withdrawApplicationCall } from '@dolphin/contract/applications'
import { updateFormCall } from '@dolphin/contract/applications-forms'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { beginApplication } from '../../testing/applications.ts'
import { createCustomer } from '../../testing/customers.ts'
import { applyForLoan, askAmount } from '../../testing/offers.ts'

let api: TestApi
let serial = 0

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Two accounts with one Social Security number; the first application is withdrawn before the second begins. */
async function twoAccounts(first: Name, second: Name & { readonly birthDate?: string }) {
  serial += 1
  const ssn = `521-49-${String(1_000 + serial)}`
  const one = await applyForLoan(api, { personal: { ssn, ...first } })
  await one.client.ask(withdrawApplicationCall, { body: { loanNo: one.loanNo } })
  return await askAmount(await applyForLoan(api, { personal: { ssn, ...second } }))
}

interface Name {
  readonly firstName: string
  readonly lastName: string
}

const named = (firstName: string, lastName: string): Name => ({ firstName, lastName })

describe('a second account with the same Social Security number (design/domain.md §14 "Names")', () => {
  test.each([
    [named('Ana', 'Muñoz'), named('Ana', 'Munoz')],
    [named('Pat', "O'Brien"), named('Pat', 'O’Brien')],
    [named('Luz', 'De La Cruz'), named('LUZ', 'Delacruz')],
  ])('%j and %j are one person', async (one, other) => {
    expect(await twoAccounts(one, other)).toMatchObject({ result: 1, subStatus: 'customerReview' })
  })

  test.each([
    [named('Ana', 'Sample'), named('Ana', 'Quill')],
    [named('Luz', 'García López'), named('Luz', 'García')],
  ])('%j and %j are a question for an agent, not a fraud hold', async (one, other) => {
    expect(await twoAccounts(one, other)).toMatchObject({ subStatus: 'agentReview' })
  })

  test.each([
    [named('Ana', 'Sample'), named('Bea', 'Quill')],
    [named('Ana', 'Sample'), { ...named('Ana', 'Sample'), birthDate: '1991-05-17' }],
  ])('%j and %j are two people', async (one, other) => {
    expect(await twoAccounts(one, other)).toMatchObject({ result: 3, subStatus: 'blocked' })
  })

  test('the same person who applies twice at once is a question; another person is fraud', async () => {
    const [same, another] = ['521-49-8001', '521-49-8002']
    await askAmount(await applyForLoan(api, { personal: { ssn: same } }))
    expect(await askAmount(await applyForLoan(api, { personal: { ssn: same } }))).toMatchObject({
      subStatus: 'agentReview',
    })
    await askAmount(await applyForLoan(api, { personal: { ssn: another } }))
    const stranger = await applyForLoan(api, { personal: { ssn: another, ...named('Bea', 'Quill') } })
    expect(await askAmount(stranger)).toMatchObject({ subStatus: 'blocked' })
  })
})

test('a bank owner without accents is the applicant', async () => {
  for (const [firstName, lastName] of [
    ['Łukasz', 'Ødegård'],
    ['Đặng', 'Weiß'],
    ['Luz', 'Pérez'],
  ] as const) {
    const applied = await applyForLoan(api, { personal: { firstName, lastName } })
    expect(await askAmount(applied)).toMatchObject({ result: 1, subStatus: 'customerReview' })
  }
})

describe('state and ZIP code (design/domain.md §14 "Address")', () => {
  test('a contradiction is asked at the field; kept, it goes to an agent', async () => {
    const client = await createCustomer(api, { email: 'zip@example.com' })
    const { applicationNo } = await beginApplication(client, { ssn: '521-49-7001' })
    const save = (changed: Record<string, string | boolean>) =>
      client.call(updateFormCall, {
        params: { code: 'personal' },
        body: { externalKey: applicationNo, changed, version: 1 },
      })
    expect(await save({ zip: '90210' })).toMatchObject({
      code: RESPONSE_CODES.invalidInput.code,
      data: { errors: [{ elementKey: 'zipConfirmed' }] },
    })
    expect(await save({ zip: '90210', zipConfirmed: true })).toMatchObject({ code: 1 })
    const kept = await applyForLoan(api, { personal: { zip: '90210', zipConfirmed: true } })
    expect(await askAmount(kept)).toMatchObject({ subStatus: 'agentReview' })
  })

  test('a ZIP code of military mail says what to do', async () => {
    const client = await createCustomer(api, { email: 'apo@example.com' })
    await expect(
      beginApplication(client, { ssn: '521-49-7002', zip: '09012', zipConfirmed: true }),
    ).rejects.toThrow(/military mail/)
  })
})
