import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  closeOpenWorkItems,
  countOpenWorkItems,
  insertWorkItem,
  listWorkItems,
  WHOLE_SERVER,
} from './work-item-repository.ts'
import { takeNextWorkItem, takeWorkItem } from './work-item-taking.ts'

const AT = new Date('2026-03-03T15:00:00Z')
const after = (minutes: number) => new Date(AT.getTime() + minutes * MINUTE_MS)
const ada = 'employee:ada-example'
const bea = 'employee:bea-example'

let database: TestDatabase

beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

async function opened(portfolioId: number, subject: string, day: number): Promise<string> {
  const added = await insertWorkItem(database.db, {
    portfolioId,
    kind: 'returnForReview',
    subject,
    loanNo: null,
    concerns: [],
    since: AT,
    due: localDate(2026, 3, day),
    reason: 'a return that an employee looks at',
    facts: {},
  })
  return added ?? ''
}

const next = async (by: string, minutes = 0, portfolioIds: 'all' | readonly number[] = 'all') =>
  (
    await database.transaction((tx) =>
      takeNextWorkItem(tx, { portfolioIds, kind: 'returnForReview' }, { by, at: after(minutes) }),
    )
  )?.workItemNo

test('an item is its taker’s for 15 minutes; then it is free in list and count, and another takes it', async () => {
  const workItemNo = await opened(118, 'entry/1', 4)
  const item = { portfolioId: 118, workItemNo }
  const take = (by: string, minutes: number, takeOver = false) =>
    takeWorkItem(database.db, item, { by, at: after(minutes), takeOver })
  const state = async (minutes: number) => {
    const now = after(minutes)
    const mine = await listWorkItems(database.db, { state: 'open', takenBy: ada, now, limit: 10 })
    const [count] = await countOpenWorkItems(database.db, { today: localDate(2026, 3, 3), now })
    return [mine.length, count?.open, count?.free]
  }
  expect(await state(0)).toEqual([0, 1, 1])
  expect(await take(ada, 0)).toMatchObject({ takenBy: ada, takenAt: AT })
  expect(await state(14)).toEqual([1, 1, 0])
  expect(await take(bea, 14)).toBeUndefined()
  expect(await take(ada, 14)).toMatchObject({ takenAt: after(14) })
  expect(await state(28)).toEqual([1, 1, 0])
  expect(await state(29)).toEqual([0, 1, 1])
  expect(await take(bea, 29)).toMatchObject({ takenBy: bea })
  expect(await take(ada, 30)).toBeUndefined()
  expect(await take(ada, 30, true)).toMatchObject({ takenBy: ada })
  await closeOpenWorkItems(
    database.db,
    { portfolioId: 118, kind: 'returnForReview' },
    { by: ada, at: after(31), reason: 'called the bank' },
  )
  expect(await take(ada, 31, true)).toBeUndefined()
  const closed = { state: 'closed' as const, takenBy: ada, now: after(90), limit: 10 }
  expect(await listWorkItems(database.db, closed)).toHaveLength(1)
})

test('the next item is the free one that is due first, of the portfolios that are the employee’s', async () => {
  const later = await opened(118, 'entry/1', 5)
  const first = await opened(118, 'entry/2', 4)
  const elsewhere = await opened(110, 'entry/3', 3)
  const ofServer = await opened(WHOLE_SERVER, 'entry/4', 6)
  expect(await next(ada, 0, [118])).toBe(first)
  expect(await next(bea, 0, [118])).toBe(later)
  expect(await next(bea, 14, [118])).toBeUndefined()
  expect(await next(bea, 14)).toBe(elsewhere)
  expect(await next(bea, 14)).toBe(ofServer)
  expect(await next(bea, 15, [118])).toBe(first)
})
