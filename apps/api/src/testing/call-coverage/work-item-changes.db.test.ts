import { openedWorkItem } from '../opened-work-item.ts'
import { CALLS } from '@dolphin/contract/registry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../api-fixture.ts'
import { signInEmployee } from '../employees.ts'
import { expectRefused } from './expect-refused.ts'
import { asking, proveChanges } from './prove-changes.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const opened = (subject: string) => openedWorkItem(api, 118, subject)

test('each call about work items answers from what was done (contract.md)', async () => {
  const ada = await signInEmployee(api)
  const first = await opened('entry/1')
  const reason = 'called the bank'
  const absent = { body: { workItemNo: 'W999999999', reason } }
  let second = ''
  await proveChanges(
    api,
    async () => {
      await ada.ask(CALLS.closeWorkItem, { body: { workItemNo: first, reason } })
      second = await opened('entry/2')
      await opened('entry/3')
    },
    {
      listWorkItem: asking(ada, 'listWorkItem', { query: {} }),
      countWorkItem: asking(ada, 'countWorkItem', { query: {} }),
      showWorkItem: asking(ada, 'showWorkItem', { params: { workItemNo: first } }),
      takeWorkItem: asking(ada, 'takeWorkItem', { body: { workItemNo: first } }),
      releaseWorkItem: asking(ada, 'releaseWorkItem', { body: { workItemNo: first } }),
      takeNextWorkItem: asking(ada, 'takeNextWorkItem', { body: { portfolioId: 118 } }),
      closeWorkItem: {
        before: asking(ada, 'closeWorkItem', absent),
        after: () => ada.call(CALLS.closeWorkItem, { body: { workItemNo: second, reason } }),
      },
    },
  )
  const counted = async (portfolioId: number) =>
    (await ada.ask(CALLS.countWorkItem, { query: { portfolioId } })).kinds.map(({ kind, open }) => [
      kind,
      open,
    ])
  expect(await counted(118)).toEqual([['returnForReview', 1]])
  expect(await counted(110)).toEqual([])
  await expectRefused(ada, 'takeWorkItem', { body: { workItemNo: first } }, 'workItemOver')
  await expectRefused(ada, 'releaseWorkItem', { body: { workItemNo: first } }, 'workItemOver')
  await expectRefused(ada, 'closeWorkItem', { body: { workItemNo: first, reason } }, 'workItemOver')
})
