import { customerHistoryCall } from '@dolphin/contract/customer-files'
import type { CallInputOf } from '@dolphin/contract/call'
import { listFileActsCall, previewFileActCall } from '@dolphin/contract/file-acts'
import { CALLS } from '@dolphin/contract/registry'
import { RESPONSE_CODES } from '@dolphin/contract/response-codes'
import { findCustomer } from '@dolphin/database/identity/customer-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { type Confirmer, confirmAt, deskOf, tryConfirming } from '../../testing/confirmations.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { fundLoan, liveOn } from '../../testing/funded-loans.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { SignedLoan } from '../../testing/signed-loans.ts'
import { touchAt } from '../../testing/touches.ts'

let api: TestApi
let loan: SignedLoan
let one: Confirmer
let other: Confirmer

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  loan = await fundLoan(api)
  await liveOn(api, '2026-03-06T10:00:00-05:00')
  one = await deskOf(await signInEmployee(api))
  other = await deskOf(await signInEmployee(api, 'bea-example'))
})
afterAll(() => api.close())

type Order = CallInputOf<typeof previewFileActCall>['body']

const acts = async () => {
  const { acts: listed, choices } = await one.client.ask(listFileActsCall, {
    params: { file: loan.loanNo },
    query: {},
  })
  return { choices, why: Object.fromEntries(listed.map(({ act, obstacle }) => [act, obstacle])) }
}
const preview = (body: Order) => one.client.ask(previewFileActCall, { body })
const history = async () => {
  const params = { file: loan.client.openId }
  const { lines } = await one.client.ask(customerHistoryCall, { params, query: { kind: 'staff' } })
  return lines.map(({ event }) => event)
}

/** Confirmed by the colleague, once; the same person is refused. */
async function confirmOnce(approvalNo: string): Promise<void> {
  const same = await tryConfirming(one, approvalNo)
  expect(same.code).toBe(RESPONSE_CODES.approvalRefused.code)
  await confirmAt(other, approvalNo)
  expect((await tryConfirming(other, approvalNo)).code).toBe(RESPONSE_CODES.approvalOver.code)
}

test('a hold is set and lifted by two people, and each stands in the history of the customer', async () => {
  const before = await acts()
  expect(before.why).toMatchObject({ setHold: null, liftHold: 'No hold on it is in effect.' })
  const { openId } = loan.client
  const hold = { portfolioId: 118, scope: 'person', subject: openId } as const
  const seen = await preview({ act: 'setHold', ...hold })
  expect(seen).toMatchObject({ blocked: null, differences: [{ before: 'none', after: 'in effect' }] })
  const body = { ...hold, reason: 'letter of counsel' }
  const { approval } = await one.client.ask(CALLS.setLegalHold, { body })
  await confirmOnce(approval.approvalNo)
  const held = await acts()
  expect(held.choices.holds).toMatchObject([{ scope: 'person', reason: 'letter of counsel' }])
  expect(held.choices.toHold.map(({ scope }) => scope)).toEqual(['loan', 'application'])
  const again = await one.client.call(CALLS.setLegalHold, { body })
  expect(again.data).toMatchObject({ message: (await preview({ act: 'setHold', ...hold })).blocked })
  const holdNo = held.choices.holds[0]?.holdNo ?? ''
  const lift = { portfolioId: 118, holdNo }
  expect((await preview({ act: 'liftHold', ...lift })).blocked).toBeNull()
  const lifted = await one.client.ask(CALLS.liftLegalHold, { body: { ...lift, reason: 'suit dismissed' } })
  await confirmOnce(lifted.approval.approvalNo)
  expect((await acts()).choices.holds).toEqual([])
  expect(await history()).toEqual(expect.arrayContaining(['legalHoldSet', 'legalHoldLifted']))
})

test('a request is answered by the correction that two people make', async () => {
  const { openId } = loan.client
  const asked = { body: { kind: 'correction', details: 'My name is Jordana.' } } as const
  const { requestNo } = await loan.client.ask(CALLS.requestMyData, asked)
  expect((await acts()).choices.requests).toMatchObject([{ requestNo, kind: 'correction' }])
  const right = { firstName: 'Jordana' }
  const seen = await preview({ act: 'correctPerson', portfolioId: 118, openId, requestNo, right })
  expect(seen.differences).toContainEqual(expect.objectContaining({ label: 'First name', after: 'Jordana' }))
  const body = { openId, requestNo, right, note: 'license seen' }
  const { approval } = await one.client.ask(CALLS.correctPerson, { body })
  await confirmOnce(approval.approvalNo)
  const customer = await findCustomer(api.database.db, api.deps.cipher, { portfolioId: 118, openId })
  expect(customer?.profile.firstName).toBe('Jordana')
  expect((await acts()).choices.requests).toEqual([])
  expect(await history()).toContain('personCorrected')
})

test('an erasure says what is kept before it is entered, and nothing is gone by the look at it', async () => {
  const { openId } = loan.client
  const seen = await preview({ act: 'erasePerson', portfolioId: 118, openId, requestNo: null })
  expect(seen.blocked).toBeNull()
  expect(seen.effects.join(' ')).toContain(`Kept: ${loan.loanNo}`)
  const owner = { portfolioId: 118, openId }
  expect(await findCustomer(api.database.db, api.deps.cipher, owner)).toBeDefined()
  const { approval } = await one.client.ask(CALLS.erasePerson, { body: { openId, note: 'by letter' } })
  await confirmOnce(approval.approvalNo)
})

test('an entry that was wrong is reversed by two people; what cannot be says why', async () => {
  const { choices, why } = await acts()
  expect(why).toMatchObject({ reverseEntry: null })
  const [entry] = choices.reversible
  const transactionNo = entry?.transactionNo ?? ''
  const order = { loanNo: loan.loanNo, transactionNo, reason: 'amount', foundAt: null } as const
  expect((await preview({ act: 'reverseEntry', ...order })).blocked).toBeNull()
  const body = { ...order, note: 'the clearing report shows it' }
  await touchAt(one, { call: CALLS.reverseEntry.name, request: body })
  const { approval } = await one.client.ask(CALLS.reverseEntry, { body })
  await confirmOnce(approval.approvalNo)
  const planned = (await listTransactions(api.database.db, loan)).filter(
    ({ purpose }) => purpose === 'reversal',
  )
  expect(planned).toMatchObject([{ originalTransactionNo: transactionNo }])
  const after = await acts()
  expect(after.why['reverseEntry']).toBe('This entry was reversed or refunded before.')
  const again = await one.client.call(CALLS.reverseEntry, { body })
  expect(JSON.stringify(again.data)).toContain(after.why['reverseEntry'])
  expect(await history()).toContain('reversalPlanned')
})

test('a prenote is entered by one and confirmed by another; until it is sent no other one is', async () => {
  const { why } = await acts()
  expect(why['sendPrenote']).toBeNull()
  expect((await preview({ act: 'sendPrenote', loanNo: loan.loanNo })).blocked).toBeNull()
  const body = { loanNo: loan.loanNo, note: 'the bank says it is open now' }
  const { approval } = await one.client.ask(CALLS.sendPrenote, { body })
  await confirmOnce(approval.approvalNo)
  const after = (await acts()).why['sendPrenote']
  expect(after).toBe('The next batch sends its prenote already.')
  const again = await one.client.call(CALLS.sendPrenote, { body })
  expect(JSON.stringify(again.data)).toContain(after)
})
