import { describe, expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { ledgerDayOfReturn, overdueSince } from './return-day.ts'

const march = (day: number) => localDate(2026, 3, day)

describe('a return that is applied late (domain.md §14)', () => {
  test.each([
    ['the bank’s day', march(16), march(25), march(16)],
    ['our notice, on the same day', march(16), march(16), march(16)],
    ['our notice, where the bank names no day', undefined, march(25), march(25)],
    ['our notice, where the bank names a later one', march(26), march(25), march(25)],
    ['the day on which it took effect, where the bank names an earlier one', march(2), march(25), march(13)],
  ])('the ledger books it under %s', (_, bankDay, noticedOn, expected) => {
    expect(ledgerDayOfReturn({ effectiveDate: march(13), bankDay, noticedOn })).toBe(expected)
  })

  test.each([
    ['its due date: it came back within the bank’s time', march(18), march(13)],
    ['our notice: it came back later', march(19), march(19)],
    ['its due date: it never came back', undefined, march(13)],
  ])('the payment is overdue since %s', (_, noticedOn, expected) => {
    expect(overdueSince(march(13), noticedOn)).toBe(expected)
  })
})
