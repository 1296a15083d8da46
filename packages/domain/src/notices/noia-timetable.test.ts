import { HOUR_MS } from '../time/durations.ts'
import { expect, test } from 'vitest'
import { OptInFlag } from '../identity/codes.ts'
import { NoiaSituation } from '../loans/codes.ts'
import { mayRemind, type NoiaStatus, noiaStepDue } from './noia-timetable.ts'

const START = new Date('2026-03-03T15:00:00Z')
const DAY = 24 * HOUR_MS
const after = (milliseconds: number): Date => new Date(START.getTime() + milliseconds)

const noiaStatus = (situation: NoiaSituation, overrides: Partial<NoiaStatus> = {}): NoiaStatus => ({
  begunAt: START,
  since: START,
  noticeAt: null,
  situation,
  ...overrides,
})

test.each([
  [NoiaSituation.notSubmitted, [DAY, 3 * DAY, 10 * DAY]],
  [NoiaSituation.noIbv, [HOUR_MS, DAY, 3 * DAY]],
  [NoiaSituation.notVerified, [HOUR_MS, DAY, 3 * DAY]],
  [NoiaSituation.notQualified, [DAY, 5 * DAY]],
])(
  'situation %i is written about at its times and not a second before (domain.md §11)',
  (situation, times) => {
    expect(noiaStepDue(noiaStatus(situation), after((times[0] ?? 0) - 1000))).toBeNull()
    for (const [index, time] of times.entries()) {
      const due = { kind: 'reminder', situation, step: index + 1 }
      expect(noiaStepDue(noiaStatus(situation), after(time))).toEqual(due)
      const next = times[index + 1] ?? 20 * DAY
      expect(noiaStepDue(noiaStatus(situation), after(next - 1000))).toEqual(due)
    }
  },
)

test('after days of silence only the newest step is due (domain.md §11)', () => {
  const late = noiaStepDue(noiaStatus(NoiaSituation.noIbv), after(4 * DAY))
  expect(late).toEqual({ kind: 'reminder', situation: 202, step: 3 })
})

test('day 20 is the notice of incompleteness, whatever the situation; then silence until the close (12 CFR 1002.9(c))', () => {
  for (const situation of Object.values(NoiaSituation)) {
    const since = after(19 * DAY)
    expect(noiaStepDue(noiaStatus(situation, { since }), after(20 * DAY))).toEqual({ kind: 'incompleteness' })
    const told = noiaStatus(situation, { since, noticeAt: after(20 * DAY) })
    expect(noiaStepDue(told, after(30 * DAY - 1000))).toBeNull()
    expect(noiaStepDue(told, after(30 * DAY))).toEqual({ kind: 'close' })
  }
})

test('a late notice leaves its ten days all the same', () => {
  const told = noiaStatus(NoiaSituation.noIbv, { noticeAt: after(26 * DAY) })
  expect(noiaStepDue(told, after(31 * DAY))).toBeNull()
  expect(noiaStepDue(told, after(36 * DAY))).toEqual({ kind: 'close' })
})

test('no contact that works, or no operational messages, stop reminders; the phone’s and marketing’s flags do not', () => {
  expect(mayRemind(0)).toBe(true)
  expect(mayRemind(OptInFlag.doNotCall | OptInFlag.marketing)).toBe(true)
  expect(mayRemind(OptInFlag.uncontactable)).toBe(false)
  expect(mayRemind(OptInFlag.operation | OptInFlag.marketing)).toBe(false)
})
