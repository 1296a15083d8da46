import { describe, expect, test } from 'vitest'
import { federalReserveCalendar } from '../../calendar/testing/federal-reserve-calendar.ts'
import { localDate } from '../../calendar/local-date.ts'
import { cents } from '../../money/cents.ts'
import { type NotAgainReason, planRepresentment, type ReturnedEntry } from './representment.ts'
import { RETURN_CODES } from './return-codes.ts'

const calendar = federalReserveCalendar()

/** Came back on Friday 12 June 2026; five business days on is Monday the 22nd, the 19th being a holiday. */
const item: ReturnedEntry = {
  code: 'R01',
  amount: cents(12_000n),
  firstPresentedOn: localDate(2026, 6, 10),
  presentments: 1,
  returnedOn: localDate(2026, 6, 12),
  dueDates: [localDate(2026, 7, 8), localDate(2026, 6, 24), localDate(2026, 6, 18)],
  otherDebits: [],
  owed: cents(60_000n),
  debitsSuspended: false,
  takesDebits: true,
}
const plan = (overrides: Partial<ReturnedEntry>) => planRepresentment({ ...item, ...overrides }, calendar)

describe('representment (ach.md §2, domain.md §9)', () => {
  test('waits until the next installment at least five business days ahead is checked; same amount', () => {
    expect(plan({})).toEqual({
      again: true,
      effectiveDate: localDate(2026, 6, 29),
      amount: cents(12_000n),
      entryDescription: 'RETRY PYMT',
    })
  })

  test('an installment exactly five business days ahead is far enough', () => {
    expect(plan({ dueDates: [localDate(2026, 6, 22)] })).toMatchObject({
      effectiveDate: localDate(2026, 6, 25),
    })
  })

  test('of weekly installments it falls between two, when the earlier one is checked', () => {
    const weekly = [18, 24].map((day) => localDate(2026, 6, day)).concat(localDate(2026, 7, 1))
    expect(plan({ dueDates: weekly })).toMatchObject({ effectiveDate: localDate(2026, 6, 29) })
  })

  test('nor does it go on the day of an extra payment, or before that is checked', () => {
    expect(plan({ otherDebits: [localDate(2026, 6, 29)] })).toMatchObject({
      effectiveDate: localDate(2026, 7, 2),
    })
    expect(plan({ dueDates: [], otherDebits: [localDate(2026, 6, 22)] })).toMatchObject({
      effectiveDate: localDate(2026, 6, 25),
    })
  })

  test('without an installment it goes a week later, on a banking day, five business days ahead all the same', () => {
    expect(plan({ dueDates: [] })).toMatchObject({ effectiveDate: localDate(2026, 6, 22) })
    expect(plan({ dueDates: [], returnedOn: localDate(2026, 7, 7) })).toMatchObject({
      effectiveDate: localDate(2026, 7, 14),
    })
  })

  const refusals: readonly (readonly [NotAgainReason, Partial<ReturnedEntry>])[] = [
    ['codeForbids', { code: 'R02' }],
    ['presentedThrice', { presentments: 3 }],
    ['twoFailures', { debitsSuspended: true, presentments: 2 }],
    ['loanStopped', { takesDebits: false }],
    ['lessOwed', { owed: cents(11_999n) }],
    ['tooLate', { firstPresentedOn: localDate(2025, 12, 30) }],
  ]
  test.each(refusals)('%s', (reason, overrides) => {
    expect(plan(overrides)).toEqual({ again: false, reason })
  })

  test('180 days after the first presentment is the last day', () => {
    expect(plan({ firstPresentedOn: localDate(2025, 12, 31) }).again).toBe(true)
  })

  test('of all codes only R01 and R09', () => {
    expect(RETURN_CODES.filter((code) => plan({ code }).again)).toEqual(['R01', 'R09'])
  })
})
