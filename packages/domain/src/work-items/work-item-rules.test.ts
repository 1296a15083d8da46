import { describe, expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { WORK_ITEM_ACTS, WORK_ITEM_KINDS } from './codes.ts'
import {
  borrowerWords,
  HOLDING_KINDS,
  isHeldTooLong,
  WORK_ITEM_RULES,
  workItemDue,
} from './work-item-rules.ts'

const calendar = federalReserveCalendar()
const friday = localDate(2026, 3, 13)

describe('the rules of work items', () => {
  test('every kind has acts, a due day within a week, and short words in both languages', () => {
    for (const kind of WORK_ITEM_KINDS) {
      const { acts, dueAfter, words } = WORK_ITEM_RULES[kind]
      expect(acts.length, kind).toBeGreaterThan(0)
      expect(acts.filter((act) => WORK_ITEM_ACTS[act] === undefined)).toEqual([])
      expect(dueAfter, kind).toBeLessThanOrEqual(5)
      for (const text of Object.values(words ?? {})) expect(text.length, kind).toBeLessThan(180)
      expect(words?.es === words?.en && words !== null, kind).toBe(false)
    }
  })

  test('what the bank sent and we did not apply holds debits, as does money that is called back', () => {
    expect(HOLDING_KINDS).toEqual([
      'unmatchedReturn',
      'refusedReturn',
      'entryQuarantined',
      'unreadBankEntry',
      'fileQuarantined',
      'returnSentBack',
      'creditReversal',
    ])
  })
})

describe('the due day counts in banking days', () => {
  test('a held credit of Friday is due on Monday, a failed refund on Tuesday', () => {
    expect(workItemDue('heldCredit', friday, calendar)).toBe(localDate(2026, 3, 16))
    expect(workItemDue('failedRefund', friday, calendar)).toBe(localDate(2026, 3, 17))
  })

  test('a quarantined file is due the same day, or on the next banking day', () => {
    expect(workItemDue('fileQuarantined', friday, calendar)).toBe(friday)
    expect(workItemDue('fileQuarantined', localDate(2026, 3, 14), calendar)).toBe(localDate(2026, 3, 16))
  })
})

describe('a credit is held too long after two banking days', () => {
  test.each([
    [13, false],
    [14, false],
    [16, false],
    [17, true],
    [25, true],
  ])('held since Friday the 13th, on the %i-th: %s', (day, expected) => {
    expect(isHeldTooLong(friday, localDate(2026, 3, day), calendar)).toBe(expected)
  })

  test('not before it was held', () => {
    expect(isHeldTooLong(friday, localDate(2026, 3, 10), calendar)).toBe(false)
  })
})

test('the borrower reads each sentence once, and nothing of what does not concern them', () => {
  const words = borrowerWords(['fileQuarantined', 'refusedReturn', 'jobGivenUp', 'heldCredit'])
  expect(words).toEqual([WORK_ITEM_RULES.refusedReturn.words, WORK_ITEM_RULES.heldCredit.words])
})
