import { expect, test } from 'vitest'
import { bankCalendar } from '../calendar/bank-calendar.ts'
import { localDate } from '../calendar/local-date.ts'
import { TransactionMode, TransactionStatus } from '../payments/codes.ts'
import { entryDateFor, payoutOf, payoutWith, sentOn } from './payout.ts'

const CHRISTMAS = localDate(2026, 12, 25)
const calendar = bankCalendar([CHRISTMAS])
const { ach, paperCheck } = TransactionMode

test('a transfer arrives on the entry date of its batch', () => {
  const day = localDate(2026, 12, 2)
  const payout = payoutWith(calendar, ach, day)
  expect(payout).toEqual({ mailedOn: null, arrivesOn: day })
  expect(sentOn(payout)).toBe(day)
})

test('a check is mailed with its batch and counts five banking days later', () => {
  const payout = payoutWith(calendar, paperCheck, localDate(2026, 12, 3))
  expect(payout).toEqual({ mailedOn: localDate(2026, 12, 2), arrivesOn: localDate(2026, 12, 9) })
  expect(sentOn(payout)).toBe(localDate(2026, 12, 2))
  // Over a weekend and a holiday.
  expect(payoutWith(calendar, paperCheck, localDate(2026, 12, 23)).arrivesOn).toBe(localDate(2026, 12, 30))
})

test('planned and mailed, a check has the same two days; its entry date leads to them', () => {
  for (let day = localDate(2026, 12, 1); day < localDate(2027, 1, 5); day = calendar.next(day)) {
    const planned = payoutOf(calendar, {
      mode: paperCheck,
      status: TransactionStatus.none,
      effectiveDate: day,
    })
    const { arrivesOn: effectiveDate } = planned
    expect(
      payoutOf(calendar, { mode: paperCheck, status: TransactionStatus.onBatch, effectiveDate }),
    ).toEqual(planned)
    expect(entryDateFor(calendar, paperCheck, effectiveDate)).toBe(day)
    expect(entryDateFor(calendar, ach, day)).toBe(day)
  }
})
