import { localDate } from '@dolphin/domain/calendar/local-date'
import { openTestDatabase } from '@dolphin/testkit/test-database'
import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { workItems } from '../schema/work-item.ts'
import { takeNextWorkItem } from './work-item-taking.ts'

const ITEMS = 1_000
const WORKERS = 50
const at = new Date('2026-03-03T15:00:00Z')

test('of 1,000 items, 50 who take the next one at once never get the same, and none is sent away while some are free', async () => {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  await database.db.insert(workItems).values(
    Array.from({ length: ITEMS }, (_, index) => ({
      portfolioId: 118,
      workItemNo: `W${String(index + 1).padStart(9, '0')}`,
      kind: 'returnForReview' as const,
      subject: `entry/${index}`,
      since: at,
      due: localDate(2026, 3, 4),
      reason: 'a return that an employee looks at',
      facts: {},
    })),
  )
  let given = 0
  const givenAtEnd: number[] = []
  const work = async (by: string): Promise<string[]> => {
    const mine: string[] = []
    for (;;) {
      const item = await database.transaction((tx) =>
        takeNextWorkItem(tx, { portfolioIds: [118] }, { by, at }),
      )
      if (item === undefined) {
        givenAtEnd.push(given)
        return mine
      }
      given += 1
      mine.push(item.workItemNo)
    }
  }
  const names = Array.from({ length: WORKERS }, (_, index) => `employee:worker-${index}`)
  const handed = await Promise.all(names.map(work))
  expect(new Set(handed.flat()).size).toBe(ITEMS)
  expect(handed.flat()).toHaveLength(ITEMS)
  // Each of the others may have been taking one at that moment.
  expect(Math.min(...givenAtEnd)).toBeGreaterThan(ITEMS - WORKERS)
  const rows = await database.db
    .select({ by: workItems.takenBy, count: sql<number>`count(*)::integer` })
    .from(workItems)
    .groupBy(workItems.takenBy)
  const counts = new Map(rows.map(({ by, count }) => [by, count]))
  expect(names.map((by) => counts.get(by) ?? 0)).toEqual(handed.map((mine) => mine.length))
})
