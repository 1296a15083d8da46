import { describe, expect, test } from 'vitest'
import { federalReserveCalendar } from '../../calendar/testing/federal-reserve-calendar.ts'
import { formatLocalDate, type LocalDate, localDate } from '../../calendar/local-date.ts'
import { TransactionStatus } from '../codes.ts'
import { type TimedPayment, transactionTimeline } from './transaction-timeline.ts'

/** Due and taking effect on Thursday 18 June 2026; the 19th is a holiday. */
const payment: TimedPayment = {
  status: TransactionStatus.none,
  effectiveDate: localDate(2026, 6, 18),
  dueDate: localDate(2026, 6, 18),
  returnedOn: null,
  sameDay: false,
}
const text = (date: LocalDate | null): string | null => (date === null ? null : formatLocalDate(date))

function shown(overrides: Partial<TimedPayment>) {
  const timeline = transactionTimeline({ ...payment, ...overrides }, federalReserveCalendar(), 3)
  return {
    phase: timeline.phase,
    until: text(timeline.mayComeBackUntil),
    pastDueAfter: text(timeline.pastDueAfter),
    steps: timeline.steps.map(({ phase, date, done }) => `${done ? '+' : '-'}${phase} ${text(date)}`),
  }
}

const { none, pending, onBatch, notChecked, checked, rejected, pastDue } = TransactionStatus

describe('the way of a payment for people (domain.md §9)', () => {
  test.each([none, pending])('status %d: scheduled, with when the rest is expected', (status) => {
    expect(shown({ status })).toEqual({
      phase: 'scheduled',
      until: null,
      pastDueAfter: '2026-06-21',
      steps: ['+scheduled 2026-06-18', '-sent 2026-06-17', '-taken 2026-06-18', '-cleared 2026-06-23'],
    })
  })

  test('on a batch: sent', () => {
    expect(shown({ status: onBatch }).steps).toEqual([
      '+scheduled 2026-06-18',
      '+sent 2026-06-17',
      '-taken 2026-06-18',
      '-cleared 2026-06-23',
    ])
  })

  test('settled: taken, and may come back for two banking days, over a holiday', () => {
    expect(shown({ status: notChecked })).toMatchObject({ phase: 'taken', until: '2026-06-23' })
  })

  test('checked: cleared, all done', () => {
    const { phase, steps } = shown({ status: checked })
    expect(phase).toBe('cleared')
    expect(steps.every((step) => step.startsWith('+'))).toBe(true)
  })

  test('came back: taken, then back on its day', () => {
    expect(shown({ status: rejected, returnedOn: localDate(2026, 6, 22) })).toMatchObject({
      phase: 'cameBack',
      steps: ['+scheduled 2026-06-18', '+sent 2026-06-17', '+taken 2026-06-18', '+cameBack 2026-06-22'],
    })
  })

  test('refused before it was sent', () => {
    expect(shown({ status: rejected })).toMatchObject({
      phase: 'notSent',
      steps: ['+scheduled 2026-06-18', '+notSent 2026-06-18'],
    })
  })

  test('past due when the days of grace are over', () => {
    expect(shown({ status: pastDue })).toMatchObject({
      phase: 'pastDue',
      pastDueAfter: null,
      steps: ['+scheduled 2026-06-18', '+pastDue 2026-06-21'],
    })
  })

  test('a same-day payment is sent on its day', () => {
    expect(shown({ sameDay: true }).steps).toContain('-sent 2026-06-18')
  })
})
