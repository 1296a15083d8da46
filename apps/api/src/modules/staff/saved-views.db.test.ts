import { CALLS } from '@dolphin/contract/registry'
import { MOST_VIEWS_OF_LIST } from '@dolphin/contract/saved-views'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { asking, proveChanges } from '../../testing/call-coverage/prove-changes.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { resetApi } from '../../testing/reset-api.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let ada: TestClient

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  ada = await signInEmployee(api)
})
afterAll(() => api.close())

const RETURNS = {
  list: 'work',
  name: 'Returns of 118',
  search: 'kind=unmatchedReturn&portfolio=118',
} as const
const namesOf = async (by: TestClient) =>
  (await by.ask(CALLS.listSavedView, {})).views.map(({ name }) => name)

test('a filter is named, found again, renamed and removed, by its own employee alone', async () => {
  const bea = await signInEmployee(api, 'bea-example')
  await proveChanges(api, () => ada.ask(CALLS.saveView, { body: RETURNS }), {
    listSavedView: asking(ada, 'listSavedView', {}),
  })
  expect((await ada.ask(CALLS.listSavedView, {})).views).toEqual([RETURNS])
  expect(await namesOf(bea)).toEqual([])
  const renaming = { list: 'work', name: RETURNS.name, newName: 'Unmatched' } as const
  await expectRefused(bea, 'renameView', { body: renaming }, 'notFound')
  expect((await ada.ask(CALLS.renameView, { body: renaming })).views).toEqual([
    { ...RETURNS, name: 'Unmatched' },
  ])
  await bea.ask(CALLS.removeView, { body: { list: 'work', name: 'Unmatched' } })
  expect(await namesOf(ada)).toEqual(['Unmatched'])
  expect((await ada.ask(CALLS.removeView, { body: { list: 'work', name: 'Unmatched' } })).views).toEqual([])
})

test('a name stands once in a list; another list may have it too', async () => {
  await ada.ask(CALLS.saveView, { body: RETURNS })
  await expectRefused(ada, 'saveView', { body: { ...RETURNS, search: '' } }, 'invalidInput')
  const { views } = await ada.ask(CALLS.saveView, { body: { ...RETURNS, list: 'reviews' } })
  expect(views.map(({ list }) => list)).toEqual(['reviews', 'work'])
  await ada.ask(CALLS.saveView, { body: { ...RETURNS, name: 'Mine' } })
  const taken = { list: 'work', name: 'Mine', newName: RETURNS.name } as const
  await expectRefused(ada, 'renameView', { body: taken }, 'invalidInput')
})

test('a list keeps twenty, also of two that come at the same time', async () => {
  const save = (name: string) => ada.call(CALLS.saveView, { body: { ...RETURNS, name } })
  for (let at = 1; at < MOST_VIEWS_OF_LIST; at += 1) expect((await save(`View ${at}`)).code).toBe(1)
  const codes = (await Promise.all([save('One more'), save('And another')])).map(({ code }) => code)
  expect(codes.filter((code) => code === 1)).toHaveLength(1)
  expect(await namesOf(ada)).toHaveLength(MOST_VIEWS_OF_LIST)
})

test('only filters are kept, never words', async () => {
  await expectRefused(ada, 'saveView', { body: { ...RETURNS, search: 'find=Jordan Avila' } }, 'invalidInput')
})

test('saving and removing are asked once by one key', async () => {
  await proveChanges(api, () => ada.ask(CALLS.saveView, { body: RETURNS }), {
    saveView: {
      before: asking(ada, 'saveView', { body: { ...RETURNS, list: 'money' } }),
      after: asking(ada, 'saveView', { body: { ...RETURNS, list: 'messages' } }),
    },
    renameView: asking(ada, 'renameView', {
      body: { list: 'work', name: RETURNS.name, newName: RETURNS.name },
    }),
    removeView: {
      before: asking(ada, 'removeView', { body: { list: 'approvals', name: 'none' } }),
      after: asking(ada, 'removeView', { body: { list: 'approvals', name: 'none' } }),
    },
  })
})
