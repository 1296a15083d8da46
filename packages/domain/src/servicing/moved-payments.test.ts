import { describe, expect, test } from 'vitest'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { formatLocalDate, type LocalDate } from '../calendar/local-date.ts'
import { moneyToWire } from '../money/cents.ts'
import { aLiveLoan, day, money } from './changes/live-loan.sample.ts'
import type { AccountEvent } from './account-event.ts'
import { lateInterest } from './late-days.ts'
import { type AccountTerms, replayAccount } from './loan-account.ts'
import { firstDayAfterMissed, firstDayAfterMissedAmount, moveMissed } from './moved-payments.ts'
import { payoffOn } from './payoff.ts'
import type { PlannedPayment } from './projection.ts'

const calendar = federalReserveCalendar()
/** 800.00 at 260 %, twelve payments of 119.54 from 10 July 2026; sched-pub-2. */
const { terms, events, installments } = aLiveLoan(4, day('2026-08-28'))
const { state } = replayAccount(terms, events)

/** Moves payments by their numbers; the others are to come. */
function move(numbers: readonly number[], today: string, others: readonly PlannedPayment[] = []) {
  const open = installments.slice(4)
  const isMissed = ({ number }: { number: number }): boolean => numbers.includes(number)
  const missed = open.filter(isMissed).map((one) => ({ ...one, agreedOn: one.dueDate }))
  const coming = [...open.filter((one) => !isMissed(one)), ...others]
  return moveMissed({ terms, state, missed, coming, noticeDay: day(today), calendar })
}
const daysOf = ({ moved }: ReturnType<typeof move>) =>
  moved.map(({ number, from, to }) => [number, formatLocalDate(from), formatLocalDate(to)])
const rowsOf = ({ payments }: ReturnType<typeof move>) =>
  payments.map(({ number, interest, principal, payment }) => [
    number,
    moneyToWire(interest),
    moneyToWire(principal),
    moneyToWire(payment),
  ])

describe('the day to which a missed payment moves (domain.md §14)', () => {
  test.each([
    ['Tuesday: a week later', '2026-09-01', '2026-09-08', '2026-09-11'],
    ['Thursday', '2026-09-10', '2026-09-17', '2026-09-21'],
    ['Saturday: the notice counts from Tuesday after Labor Day', '2026-09-05', '2026-09-14', '2026-09-15'],
    ['before Christmas', '2026-12-18', '2026-12-28', '2026-12-28'],
  ])('%s', (_, today, same, other) => {
    expect(formatLocalDate(firstDayAfterMissed(day(today), calendar))).toBe(same)
    expect(formatLocalDate(firstDayAfterMissedAmount(day(today), calendar))).toBe(other)
  })

  test('never a day with another debit', () => {
    expect(daysOf(move([5], '2026-09-11'))).toEqual([[5, '2026-09-04', '2026-09-21']])
    const extra = { number: 0, dueDate: day('2026-09-21'), amount: money('20.00') }
    expect(daysOf(move([5], '2026-09-11', [extra]))).toEqual([[5, '2026-09-04', '2026-09-22']])
  })

  test('beyond the end if need be', () => {
    expect(daysOf(move([12], '2026-12-14'))).toEqual([[12, '2026-12-11', '2026-12-21']])
  })
})

describe('interest of the days in between is given up (domain.md §14)', () => {
  const rows = (numbers: readonly number[], today: string) => rowsOf(move(numbers, today))
  const onTime = () => rowsOf(move([], '2026-08-28'))

  test('the moved payment pays the interest and principal that were agreed; the last one shrinks', () => {
    const [first, second] = onTime()
    const moved = rows([5], '2026-09-04')
    expect(moved.slice(0, 1)).toEqual([first])
    // Five days less of interest at 582.41 a day's 4.15
    expect(second?.[3]).toBe('119.54')
    expect(moved[1]?.[3]).toBe('119.54')
    expect(Number(moved[1]?.[2])).toBeGreaterThan(Number(second?.[2]))
    expect(Number(moved.at(-1)?.[3])).toBeLessThan(Number(onTime().at(-1)?.[3]))
  })

  const late: AccountTerms = { ...terms, lateDays: [{ from: day('2026-09-04'), to: day('2026-09-14') }] }
  const quote = (of: AccountTerms, on: string) => moneyToWire(payoffOn(of, state, day(on)).total)

  test('a payoff within those days costs what it would have cost on the agreed day', () => {
    expect(quote(late, '2026-09-10')).toBe(quote(terms, '2026-09-04'))
    expect(quote(late, '2026-09-14')).toBe(quote(terms, '2026-09-04'))
    expect(quote(late, '2026-09-15')).not.toBe(quote(late, '2026-09-14'))
  })

  test('overlapping late days count once', () => {
    const spans = [
      { from: day('2026-09-04'), to: day('2026-09-14') },
      { from: day('2026-09-10'), to: day('2026-09-12') },
    ]
    const twice = { ...terms, lateDays: spans }
    expect(lateInterest(twice, state, day('2026-09-14'))).toBe(lateInterest(late, state, day('2026-09-14')))
  })

  test('the waiver is posted before the payment of its day, so that the ledger says what was shown', () => {
    const on = day('2026-09-14')
    const amount = lateInterest(late, state, on)
    const waiver: AccountEvent = { id: 'E2', kind: 'interestWaiver', date: on, amount, ofLateDays: true }
    const paid: AccountEvent = { id: 'E1', kind: 'payment', date: on, amount: money('119.54') }
    const replayed = replayAccount(terms, [...events, paid, waiver])
    const { toInterest, toPrincipal } = replayed.applied.at(-1) ?? {}
    const [, interest, principal] = onTime()[0] ?? []
    expect([toInterest, toPrincipal].map((part) => part !== undefined && moneyToWire(part))).toEqual([
      interest,
      principal,
    ])
  })

  test('where interest does not run by days nothing is given up', () => {
    const periodic: AccountTerms = { ...late, accrual: { method: 'precomputed', periods: [] } }
    expect(lateInterest(periodic, state, day('2026-09-14'))).toBe(0n)
  })
})

test('a day is a banking day whatever the day of the miss', () => {
  for (
    let today: LocalDate = day('2026-09-01');
    today < day('2027-01-10');
    today = (today + 1) as LocalDate
  ) {
    const to = firstDayAfterMissed(today, calendar)
    expect(calendar.isBankingDay(to)).toBe(true)
    expect(to - today).toBeGreaterThanOrEqual(7)
  }
})
