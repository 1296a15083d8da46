import { expect, test } from 'vitest'
import { isWorthRepeating, sentAgainAt } from './sent-again.ts'

const CREATED = new Date('2026-03-03T15:00:00Z')
const after = (hours: number) => new Date(CREATED.getTime() + hours * 3_600_000)
const aNotice = (attempts: number, kind = 'noia') => ({ kind, attempts, createdAt: CREATED })

test('a notice that failed because of us waits an hour, two, four, then six, for three days', () => {
  const pauses = [1, 2, 3, 4, 9].map((attempts) => sentAgainAt(aNotice(attempts), CREATED))
  expect(pauses).toEqual([after(1), after(2), after(4), after(6), after(6)])
  expect(sentAgainAt(aNotice(9), after(71.9))).toEqual(after(77.9))
  expect(sentAgainAt(aNotice(1), after(72))).toBeUndefined()
})

test('a code, a link and an advertisement are not sent again', () => {
  for (const kind of ['loginCode', 'signingLink', 'couponIssued'] as const) {
    expect(isWorthRepeating(kind), kind).toBe(false)
    expect(sentAgainAt(aNotice(1, kind), CREATED), kind).toBeUndefined()
  }
})
