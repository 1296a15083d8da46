import { describe, expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { type AccountValidation, type SentPrenote, validationState } from './account-validation.ts'

const hours = {
  calendar: federalReserveCalendar(),
  timeZone: 'America/New_York',
  cutOff: { sameDay: '13:00', batch: '17:00' },
}
const at = (instant: string) => new Date(`${instant}-05:00`)
/** The Wednesday before Thanksgiving, before the cut-off. */
const NOW = at('2026-11-25T12:00:00')
const sent = (prenote: Partial<SentPrenote>): AccountValidation => ({
  validatedBy: null,
  prenote: { effectiveDate: localDate(2026, 11, 20), returnedAs: null, isDealtWith: false, ...prenote },
})

describe('how far an account is validated (domain.md §9; ach.md §1, prenote)', () => {
  test.each(['bankLink', 'noticeOfChange', 'earlierUse'] as const)('by %s: at once', (validatedBy) => {
    expect(validationState({ validatedBy, prenote: null }, hours, NOW)).toEqual({ kind: 'validated' })
  })

  test.each([
    ['on a Friday', localDate(2026, 11, 20), localDate(2026, 11, 25)],
    ['two banking days before a holiday', localDate(2026, 11, 24), localDate(2026, 11, 30)],
    ['the day before a holiday', localDate(2026, 11, 25), localDate(2026, 12, 1)],
  ])('by silence: the third banking day after a prenote that settles %s', (_, effectiveDate, day) => {
    expect(validationState(sent({ effectiveDate }), hours, NOW)).toEqual({ kind: 'validatedFrom', day })
  })

  test.each([
    ['the batch of the day', '2026-11-25T12:00:00', localDate(2026, 12, 2)],
    ['the batch after the holiday', '2026-11-25T17:00:00', localDate(2026, 12, 3)],
  ])('without a prenote yet: three banking days after %s', (_, now, day) => {
    const unasked = { validatedBy: null, prenote: null }
    expect(validationState(unasked, hours, at(now))).toEqual({ kind: 'validatedFrom', day })
  })

  test.each([
    ['R03', false, 'prenoteReturned'],
    ['R03', true, 'prenoteReturned'],
    ['R02', true, 'prenoteReturned'],
    ['R17', false, 'prenoteReturned'],
    ['R10', false, 'prenoteReturned'],
    ['R10', true, 'validated'],
  ] as const)('a prenote that came back %s, dealt with %s: %s', (returnedAs, isDealtWith, kind) => {
    expect(validationState(sent({ returnedAs, isDealtWith }), hours, NOW)).toMatchObject({ kind })
  })
})
