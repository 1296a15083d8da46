import { updateFormCall } from '@dolphin/contract/applications-forms'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { askAmount, qualifyForLoan } from '../../testing/offers.ts'
import { publishEdit } from '../../testing/versions.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

type Tiers = readonly Record<string, unknown>[]

test('an offer stands until it ends or its applicant changes something, whatever policy comes meanwhile', async () => {
  const applied = await qualifyForLoan(api)
  const { offer, client, applicationNo } = applied
  const employee = await signInEmployee(api)
  const answer = await publishEdit(employee, { kind: 'policy', key: 'policy' }, (policy) => ({
    ...policy,
    tiers: (policy['tiers'] as Tiers).map((tier) => ({ ...tier, newMaximum: '350.00' })),
  }))
  expect(answer.code).toBe(1)
  expect(await askAmount(applied)).toEqual(offer)
  await client.ask(updateFormCall, {
    params: { code: 'employment' },
    body: { externalKey: applicationNo, changed: { monthlyNetIncome: '3900.00' }, version: 1 },
  })
  const anew = await askAmount(applied)
  expect(offer.maximum).not.toBe('350.00')
  expect(anew.maximum).toBe('350.00')
})
