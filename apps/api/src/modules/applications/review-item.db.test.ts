import { CALLS } from '@dolphin/contract/registry'
import { DocumentType } from '@dolphin/domain/documents/document-type'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { applyForLoan, askAmount } from '../../testing/offers.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let ada: TestClient
let bea: TestClient

beforeAll(async () => {
  api = await startTestApi()
  ada = await signInEmployee(api, 'Ada Example')
  bea = await signInEmployee(api, 'Bea Example')
})
afterAll(() => api.close())

/** Referred to an agent: the account is another's. */
async function referred(): Promise<string> {
  const applied = await applyForLoan(api, { bankUser: 'user_other_owner' })
  await askAmount(applied)
  return applied.loanNo
}

const itemsOf = async (loanNo: string, state: 'open' | 'closed' = 'open') =>
  (await ada.ask(CALLS.listWorkItem, { query: { loanNo, state, kind: 'applicationToReview' } })).items

const rowOf = async (loanNo: string) =>
  (await ada.ask(CALLS.reviewQueue, { query: {} })).loans.find((row) => row.loanNo === loanNo)

test('an application in review is a work item: each review its own, and the decision closes it', async () => {
  const loanNo = await referred()
  expect(await itemsOf(loanNo)).toMatchObject([
    { subject: `loan/${loanNo}/agentReview`, reason: 'waits for an agent’s review', takenBy: null },
  ])
  await ada.ask(CALLS.passOnLoan, { body: { loanNo, to: 'underwriterReview', note: 'a closer look' } })
  expect(await itemsOf(loanNo)).toMatchObject([{ subject: `loan/${loanNo}/underwriterReview` }])
  expect(await itemsOf(loanNo, 'closed')).toMatchObject([{ subject: `loan/${loanNo}/agentReview` }])
  await ada.ask(CALLS.declineLoan, {
    body: { loanNo, reasonCodes: ['accountOwnerMismatch'], note: 'not theirs' },
  })
  expect(await itemsOf(loanNo)).toEqual([])
  expect(await rowOf(loanNo)).toBeUndefined()
})

test('who takes the next item has the review: a colleague decides nothing until they take it over or the time is over', async () => {
  const loanNo = await referred()
  const [item] = await itemsOf(loanNo)
  expect(await rowOf(loanNo)).toMatchObject({ workItemNo: item?.workItemNo, takenBy: null })
  const next = await ada.ask(CALLS.takeNextWorkItem, { body: { kind: 'applicationToReview' } })
  expect(next.item?.workItemNo).toBe(item?.workItemNo)
  expect(await rowOf(loanNo)).toMatchObject({ takenBy: { name: 'Ada Example' } })

  const note = 'seen'
  const reasonCodes = ['accountOwnerMismatch']
  const answerBy = '2026-03-20'
  await expectRefused(bea, 'approveLoan', { body: { loanNo, note } }, 'workItemHeld')
  await expectRefused(bea, 'declineLoan', { body: { loanNo, note, reasonCodes } }, 'workItemHeld')
  const offer = { amount: '300.00', reasonCodes, decisionNo: 'D000000001' }
  await expectRefused(bea, 'counterLoan', { body: { loanNo, note, ...offer } }, 'workItemHeld')
  await expectRefused(bea, 'passOnLoan', { body: { loanNo, note, to: 'blocked' } }, 'workItemHeld')
  const asked = { documentTypes: [DocumentType.driverLicense], answerBy }
  await expectRefused(bea, 'requestDocuments', { body: { loanNo, note, ...asked } }, 'workItemHeld')

  await bea.ask(CALLS.takeWorkItem, { body: { workItemNo: item?.workItemNo ?? '', takeOver: true } })
  await expectRefused(ada, 'passOnLoan', { body: { loanNo, note, to: 'blocked' } }, 'workItemHeld')
  api.clock.advance(15 * MINUTE_MS)
  ada = await signInEmployee(api, 'Ada Example')
  await ada.ask(CALLS.passOnLoan, { body: { loanNo, note, to: 'blocked' } })
  expect(await itemsOf(loanNo)).toMatchObject([{ reason: 'is blocked until an employee decides' }])
})

test('the item of a review stays open while the review waits: no employee closes it by hand', async () => {
  const [item] = await itemsOf(await referred())
  const workItemNo = item?.workItemNo ?? ''
  await expectRefused(
    ada,
    'closeWorkItem',
    { body: { workItemNo, reason: 'looked at it' } },
    'workItemCauseOpen',
  )
})
