import { expect, test } from 'vitest'
import { holderAt } from './lease.ts'

const now = new Date('2026-03-03T15:00:00Z')

test('an item is its taker’s for 15 minutes after it was taken or renewed, and then free', () => {
  const takenBy = 'employee:ada-example'
  expect(holderAt({ takenBy, takenAt: new Date('2026-03-03T14:45:00.001Z') }, now)).toBe(takenBy)
  expect(holderAt({ takenBy, takenAt: new Date('2026-03-03T14:45:00Z') }, now)).toBeNull()
  expect(holderAt({ takenBy: null, takenAt: null }, now)).toBeNull()
})
