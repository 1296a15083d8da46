import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bankCalendar } from './bank-calendar.ts'
import { federalReserveCalendar } from './testing/federal-reserve-calendar.ts'
import { addDays, fromEpochDay, localDate } from './local-date.ts'

const calendar = federalReserveCalendar()
const anyDate = fc.integer({ min: localDate(2024, 1, 1), max: localDate(2030, 12, 31) }).map(fromEpochDay)
const seed = { seed: 1913, numRuns: 500 }

describe('bank calendar', () => {
  test('next and previous are banking days with none between', () => {
    fc.assert(
      fc.property(anyDate, (date) => {
        const next = calendar.next(date)
        expect(calendar.isBankingDay(next)).toBe(true)
        for (let day = addDays(date, 1); day < next; day = addDays(day, 1)) {
          expect(calendar.isBankingDay(day)).toBe(false)
        }
        expect(calendar.previous(next)).toBe(calendar.onOrBefore(date))
        expect(calendar.next(calendar.previous(date))).toBe(calendar.onOrAfter(date))
      }),
      seed,
    )
  })

  test('counting undoes adding', () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 0, max: 60 }), (date, count) => {
        const banking = calendar.onOrAfter(date)
        const later = calendar.addBankingDays(banking, count)
        expect(calendar.countBankingDays(banking, later)).toBe(count)
        expect(calendar.addBankingDays(later, -count)).toBe(banking)
      }),
      seed,
    )
  })

  test('is built from whatever list it is given', () => {
    const friday = localDate(2026, 7, 10)
    const closedFriday = bankCalendar([friday])
    expect(closedFriday.isBankingDay(friday)).toBe(false)
    expect(closedFriday.onOrAfter(friday)).toBe(localDate(2026, 7, 13))
    expect(closedFriday.onOrBefore(friday)).toBe(localDate(2026, 7, 9))
    expect(closedFriday.addBankingDays(friday, 0)).toBe(friday)
  })
})
