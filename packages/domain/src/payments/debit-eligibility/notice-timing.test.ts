import { describe, expect, test } from 'vitest'
import { federalReserveCalendar } from '../../calendar/testing/federal-reserve-calendar.ts'
import { formatLocalDate, type LocalDate, localDate, parseLocalDate } from '../../calendar/local-date.ts'
import { cents } from '../../money/cents.ts'
import { TransactionMode } from '../codes.ts'
import {
  type DebitNoticeKind,
  initiatedOn,
  isWithin,
  type NoticeChannel,
  noticeWindow,
  unusualReasons,
} from './notice-timing.ts'

const calendar = federalReserveCalendar()
const day = (text: string): LocalDate => {
  const date = parseLocalDate(text)
  if (date === undefined) throw new Error('a date of the test')
  return date
}
const permittedOn = day('2026-05-01')

/** Takes effect on Wednesday 24 June, so it is sent on Tuesday the 23rd; Friday the 19th is a holiday. */
const debit = { initiatedOn: day('2026-06-23'), effectiveDate: day('2026-06-24'), permittedOn }

const windows: readonly (readonly [DebitNoticeKind, NoticeChannel, string | null, string])[] = [
  ['firstWithdrawal', 'electronic', '2026-05-01', '2026-06-17'],
  ['firstWithdrawal', 'mail', '2026-05-01', '2026-06-12'],
  ['unusualWithdrawal', 'electronic', '2026-06-11', '2026-06-17'],
  ['unusualWithdrawal', 'mail', '2026-06-08', '2026-06-12'],
  ['variableAmount', 'electronic', null, '2026-06-14'],
  ['variableAmount', 'mail', null, '2026-06-14'],
]

describe('when notices go out (12 CFR 1041.9, 1005.10(d); ach.md §5 and §6)', () => {
  test.each(windows)('%s by %s: %s to %s', (kind, channel, earliest, latest) => {
    const window = noticeWindow(kind, channel, debit, calendar)
    expect(window.earliest === null ? null : formatLocalDate(window.earliest)).toBe(earliest)
    expect(formatLocalDate(window.latest)).toBe(latest)
    expect(isWithin(window, window.latest)).toBe(true)
    expect(isWithin(window, (window.latest + 1) as LocalDate)).toBe(false)
    if (window.earliest !== null) expect(isWithin(window, (window.earliest - 1) as LocalDate)).toBe(false)
  })

  test('a debit is sent the banking day before it takes effect, or that very day', () => {
    expect(initiatedOn(calendar, day('2026-06-22'), false)).toBe(day('2026-06-18'))
    expect(initiatedOn(calendar, day('2026-06-22'), true)).toBe(day('2026-06-22'))
  })
})

describe('what is unusual (12 CFR 1041.9(b)(3)(ii)(C))', () => {
  const regular = { date: localDate(2026, 6, 19), amount: cents(12_000n), rail: TransactionMode.ach }
  const taken = { ...regular, date: localDate(2026, 6, 22) }

  test('a holiday moves the day of a payment without making it unusual', () => {
    expect(unusualReasons(taken, regular, false, calendar)).toEqual([])
  })

  test('each trigger alone, without tolerance, and all at once', () => {
    expect(unusualReasons({ ...taken, amount: cents(11_999n) }, regular, false, calendar)).toEqual(['amount'])
    expect(unusualReasons({ ...taken, date: localDate(2026, 6, 23) }, regular, false, calendar)).toEqual([
      'date',
    ])
    expect(unusualReasons({ ...taken, rail: TransactionMode.tpt }, regular, false, calendar)).toEqual([
      'channel',
    ])
    expect(unusualReasons(taken, regular, true, calendar)).toEqual(['reinitiates'])
    const other = { date: localDate(2026, 6, 24), amount: cents(1n), rail: TransactionMode.tpt }
    expect(unusualReasons(other, regular, true, calendar)).toEqual([
      'amount',
      'date',
      'channel',
      'reinitiates',
    ])
  })

  test('a payment that no schedule has differs in amount and date', () => {
    expect(unusualReasons(taken, null, false, calendar)).toEqual(['amount', 'date'])
  })
})
