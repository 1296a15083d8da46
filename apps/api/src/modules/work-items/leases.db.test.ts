import { openedWorkItem } from '../../testing/opened-work-item.ts'
import { randomUUID } from 'node:crypto'
import { CALLS } from '@dolphin/contract/registry'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { signInEmployee } from '../../testing/employees.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const reason = 'called the bank'

const opened = (portfolioId: number, subject: string) => openedWorkItem(api, portfolioId, subject)

test('an item is held by name, renewed without a line of history, taken over, and free after 15 minutes', async () => {
  const workItemNo = await opened(118, 'entry/1')
  const body = { workItemNo }
  const show = { params: { workItemNo } }
  let ada = await signInEmployee(api, 'Ada Example')
  let bea = await signInEmployee(api, 'Bea Example')
  const taken = await ada.ask(CALLS.takeWorkItem, { body })
  expect(taken.takenBy).toEqual({ employeeId: 'ada-example', name: 'Ada Example' })
  const refused = await bea.call(CALLS.takeWorkItem, { body })
  expect(refused.data).toMatchObject({
    message: 'Ada Example works on this item. Ask them, or take it over.',
  })
  await expectRefused(bea, 'takeWorkItem', { body }, 'workItemHeld')
  await expectRefused(bea, 'closeWorkItem', { body: { workItemNo, reason } }, 'workItemHeld')
  api.clock.advance(10 * MINUTE_MS)
  await ada.ask(CALLS.takeWorkItem, { body })
  await bea.ask(CALLS.showWorkItem, show)
  api.clock.advance(10 * MINUTE_MS)
  expect((await bea.ask(CALLS.showWorkItem, show)).takenBy?.name).toBe('Ada Example')
  await bea.ask(CALLS.takeWorkItem, { body: { workItemNo, takeOver: true } })
  await expectRefused(ada, 'takeWorkItem', { body }, 'workItemHeld')
  const takings = (await listAudit(api.database.db, 118, 'portfolio')).filter(
    ({ action }) => action === 'workItemTaken',
  )
  expect(takings.map(({ actor }) => actor)).toEqual(['employee:ada-example', 'employee:bea-example'])

  api.clock.advance(15 * MINUTE_MS)
  ada = await signInEmployee(api, 'Ada Example')
  expect(await ada.ask(CALLS.showWorkItem, show)).toMatchObject({ takenBy: null, takenAt: null })
  expect((await ada.ask(CALLS.countWorkItem, { query: {} })).kinds).toMatchObject([{ open: 1, free: 1 }])
  bea = await signInEmployee(api, 'Bea Example')
  expect((await bea.ask(CALLS.listWorkItem, { query: { takenBy: 'me' } })).items).toEqual([])
  const closed = await bea.ask(CALLS.closeWorkItem, { body: { workItemNo, reason } })
  expect(closed).toMatchObject({ closedBy: 'Bea Example', takenBy: { name: 'Bea Example' } })
})

test('who gives an item back frees it at once; a colleague cannot give it back for them', async () => {
  const body = { workItemNo: await opened(118, 'entry/4') }
  const ada = await signInEmployee(api, 'Ada Example')
  const bea = await signInEmployee(api, 'Bea Example')
  await ada.ask(CALLS.takeWorkItem, { body })
  await expectRefused(bea, 'releaseWorkItem', { body }, 'workItemHeld')
  expect(await ada.ask(CALLS.releaseWorkItem, { body })).toMatchObject({ takenBy: null, takenAt: null })
  expect((await ada.call(CALLS.releaseWorkItem, { body })).code).toBe(1)
  expect((await bea.ask(CALLS.takeWorkItem, { body })).takenBy?.name).toBe('Bea Example')
  const actions = (await listAudit(api.database.db, 118, 'portfolio')).map(({ action }) => action)
  expect(actions.filter((action) => action === 'workItemReleased')).toHaveLength(1)
  await bea.ask(CALLS.closeWorkItem, { body: { ...body, reason } })
})

test('an item of no loan does not offer to read one', async () => {
  const workItemNo = await opened(118, 'entry/5')
  const ada = await signInEmployee(api, 'Ada Example')
  const { acts } = await ada.ask(CALLS.showWorkItem, { params: { workItemNo } })
  expect(acts).toContain('call the borrower')
  expect(acts.filter((act) => act.startsWith('read everything about the loan'))).toEqual([])
  await ada.ask(CALLS.closeWorkItem, { body: { workItemNo, reason } })
})

test('the next item is of the employee’s own portfolios, and one whose answer was lost is handed again', async () => {
  const elsewhere = await opened(110, 'entry/2')
  const own = await opened(118, 'entry/3')
  const cass = await signInEmployee(api, 'cass-example', { portfolioId: 118 })
  const idempotencyKey = randomUUID()
  for (const _ of ['first', 'sent again'])
    expect(await cass.call(CALLS.takeNextWorkItem, { body: {} }, { idempotencyKey })).toMatchObject({
      data: { item: { workItemNo: own } },
    })
  expect((await cass.ask(CALLS.takeNextWorkItem, { body: {} })).item).toBeNull()
  await expectRefused(cass, 'takeNextWorkItem', { body: { portfolioId: 110 } }, 'notPermitted')
  const ada = await signInEmployee(api, 'Ada Example')
  expect((await ada.ask(CALLS.takeNextWorkItem, { body: {} })).item?.workItemNo).toBe(elsewhere)
})
