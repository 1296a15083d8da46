import { expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { WORK_ITEM_KINDS } from './codes.ts'
import { canBePutOff, dueAfterPuttingOff, isAsleep, lastDayOff, putOffFault } from './putting-off.ts'
import { KINDS_WITH_CAUSE, WORK_ITEM_RULES } from './work-item-rules.ts'

const calendar = federalReserveCalendar()
const march = (day: number) => localDate(2026, 3, day)
const item = { kind: 'loanPastDue', due: march(19), today: march(17) } as const

test.each([
  // Tuesday the 17th; ten banking days later is Tuesday the 31st.
  [17, 'notLater'],
  [16, 'notLater'],
  [18, undefined],
  [21, 'notBankingDay'],
  [31, undefined],
] as const)('put off from the 17th to the %i-th: %s', (day, fault) => {
  expect(putOffFault({ ...item, nextDay: march(day) }, calendar)).toBe(fault)
})

test('not further than ten banking days', () => {
  expect(putOffFault({ ...item, nextDay: localDate(2026, 4, 1) }, calendar)).toBe('tooFar')
  expect(lastDayOff(item, calendar)).toBe(march(31))
})

test('it is due on the day on which it comes back; what law says by when stays so, and rests no longer', () => {
  expect(dueAfterPuttingOff({ ...item, nextDay: march(20) })).toBe(march(20))
  const request = { kind: 'dataRequest', due: march(19), today: march(17) } as const
  expect(dueAfterPuttingOff({ ...request, nextDay: march(18) })).toBe(march(19))
  expect(putOffFault({ ...request, nextDay: march(20) }, calendar)).toBe('afterDue')
  expect(lastDayOff(request, calendar)).toBe(march(19))
})

test('it rests until that day, and on it no more', () => {
  expect(isAsleep(null, march(17))).toBe(false)
  expect(isAsleep(march(18), march(17))).toBe(true)
  expect(isAsleep(march(18), march(18))).toBe(false)
})

test('the table says of every kind what ends it; what holds debits is settled by two', () => {
  expect(WORK_ITEM_KINDS.filter(canBePutOff).toSorted()).toEqual([...KINDS_WITH_CAUSE].toSorted())
  for (const kind of WORK_ITEM_KINDS) {
    const { ends, holdsDebits } = WORK_ITEM_RULES[kind]
    expect(ends === 'byTwo', kind).toBe(holdsDebits)
  }
})
