import { describe, expect, test } from 'vitest'
import { assert } from '../assert.ts'
import { addDays, formatLocalDate, type LocalDate } from '../calendar/local-date.ts'
import { PayrollFrequency } from '../calendar/payroll-frequency.ts'
import { federalReserveCalendar } from '../calendar/testing/federal-reserve-calendar.ts'
import { moneyToWire, sum } from '../money/cents.ts'
import { ChangeType, PaymentMode } from '../payments/codes.ts'
import type { ChangeRequest } from './changes/change-request.ts'
import { installmentsAfter } from './changes/installments-after.ts'
import { aLiveLoan, day, money } from './changes/live-loan.sample.ts'
import { paydaysOf } from './changes/payment-series.ts'
import { planChange } from './changes/plan-change.ts'
import { replayAccount } from './loan-account.ts'
import type { PlannedPayment } from './projection.ts'
import { projectPayments } from './projection.ts'
import type { ServicedLoan } from './serviced-loan.ts'
import { shiftMissed } from './shifted-payments.ts'

const calendar = federalReserveCalendar()

/** 800.00 at 260 %, twelve payments of 119.54 every other Friday from 10 July 2026; sched-pub-2. */
function shift(
  made: number,
  missed: readonly number[],
  today: string,
  beside: readonly PlannedPayment[] = [],
) {
  const loan = aLiveLoan(made, day(today))
  const { terms, events, installments } = loan
  const { state } = replayAccount(terms, events)
  const open = installments.slice(made)
  const isMissed = ({ number }: { number: number }): boolean => missed.includes(number)
  const shifted = shiftMissed({
    terms,
    state,
    missed: open.filter(isMissed).map((one) => ({ ...one, agreedOn: one.dueDate })),
    agreed: open.filter((one) => !isMissed(one)),
    beside,
    paydaysAfter: paydaysOf(loan),
    noticeDay: day(today),
    calendar,
  })
  return { ...shifted, onTime: projectPayments(terms, state, open).payments }
}

const daysOf = ({ moved }: ReturnType<typeof shift>) =>
  moved.map(({ number, to }) => [number, formatLocalDate(to)])
const spansOf = ({ waived }: ReturnType<typeof shift>) =>
  waived.map(({ from, to }) => [formatLocalDate(from), formatLocalDate(to)])

describe('a schedule of which we missed more than one payment (domain.md §14)', () => {
  // Days and waived days worked out by hand: every other Friday, the payday before a bank holiday.
  test.each([
    {
      what: 'three missed, the fourth a week and more ahead',
      missed: [5, 6, 7],
      today: '2026-10-06',
      to: [
        [5, '2026-10-16'],
        [6, '2026-10-30'],
        [7, '2026-11-13'],
        [8, '2026-11-27'],
        [9, '2026-12-11'],
        [10, '2026-12-24'],
        [11, '2027-01-08'],
        [12, '2027-01-22'],
      ],
      // The 42 days of the shift; then the day by which Christmas makes two weeks longer
      waived: [
        ['2026-09-04', '2026-10-16'],
        ['2027-01-07', '2027-01-08'],
      ],
    },
    {
      what: 'the next one in three days: it stays on its day, and the same days are left',
      missed: [5, 6],
      today: '2026-09-29',
      to: [
        [5, '2026-10-16'],
        [6, '2026-10-30'],
        [8, '2026-11-13'],
        [9, '2026-11-27'],
        [10, '2026-12-11'],
        [11, '2026-12-24'],
        [12, '2027-01-08'],
      ],
      waived: [
        ['2026-09-04', '2026-10-02'],
        ['2027-01-07', '2027-01-08'],
      ],
    },
    {
      what: 'all that were left: on the paydays from a week after the notice on',
      missed: [11, 12],
      today: '2026-12-16',
      to: [
        [11, '2026-12-24'],
        [12, '2027-01-08'],
      ],
      waived: [
        ['2026-11-27', '2026-12-24'],
        ['2027-01-07', '2027-01-08'],
      ],
    },
  ])('$what', ({ missed, today, to, waived }) => {
    const shifted = shift(missed[0] === 11 ? 10 : 4, missed, today)
    expect(daysOf(shifted)).toEqual(to)
    expect(spansOf(shifted)).toEqual(waived)
  })

  test.each([
    [[5, 6, 7], '2026-10-06'],
    [[5, 6], '2026-09-29'],
  ])('%s: each payment takes the amount agreed, and all together no more interest', (missed, today) => {
    const { payments, onTime } = shift(4, missed, today)
    expect(payments.slice(0, -1).map(({ payment }) => moneyToWire(payment))).toEqual(
      onTime.slice(0, -1).map(({ payment }) => moneyToWire(payment)),
    )
    expect(payments.slice(0, 5).map(({ interest }) => interest)).toEqual(
      onTime.slice(0, 5).map(({ interest }) => interest),
    )
    const interest = (of: typeof payments) => sum(of.map((one) => one.interest))
    expect(interest(payments)).toBeLessThanOrEqual(interest(onTime))
    expect(payments.at(-1)?.balanceAfter).toBe(0n)
  })

  test('no further payday that has another debit', () => {
    const beside = [{ number: 0, dueDate: day('2027-01-08'), amount: money('20.00') }]
    expect(daysOf(shift(4, [5, 6, 7], '2026-10-06', beside)).slice(-2)).toEqual([
      [11, '2027-01-22'],
      [12, '2027-02-05'],
    ])
  })
})

describe('a change after the schedule has shifted keeps the shift (domain.md §14)', () => {
  const SHIFT_DAYS = 42
  const before = aLiveLoan(4, day('2026-08-25'))
  const { moved, waived } = shift(4, [5, 6, 7], '2026-10-06')
  const dayOf = new Map(moved.map(({ number, to }) => [number, to]))
  const sample = aLiveLoan(4, day('2026-10-06'))
  const after: ServicedLoan = {
    ...sample,
    terms: { ...sample.terms, lateDays: waived },
    installments: sample.installments.map((one) => ({
      ...one,
      dueDate: dayOf.get(one.number) ?? one.dueDate,
    })),
    limits: { maximumInstallments: 26, maximumTermDays: 300 },
  }
  const later = (text: string) => addDays(day(text), SHIFT_DAYS)

  // The same change of the same loan six weeks earlier says what it comes to: those weeks cost nothing.
  const CHANGES: readonly (readonly [string, (at: (text: string) => LocalDate) => ChangeRequest])[] = [
    ['help with the next payment (201)', () => ({ changeType: ChangeType.skip, number: 5 })],
    ['another day (206)', (at) => ({ changeType: ChangeType.changeDate, number: 5, date: at('2026-09-09') })],
    [
      'fewer payments (102)',
      () => ({ changeType: ChangeType.payOffInN, count: 6, paymentMode: PaymentMode.ach }),
    ],
    [
      'an extra payment (103)',
      (at) => ({
        changeType: ChangeType.payDown,
        date: at('2026-09-04'),
        amount: money('50.00'),
        effect: 'smaller',
        paymentMode: PaymentMode.ach,
      }),
    ],
    [
      'a payoff (101)',
      (at) => ({ changeType: ChangeType.payOff, date: at('2026-09-04'), paymentMode: PaymentMode.ach }),
    ],
  ]
  test.each(CHANGES)('%s', (_what, request) => {
    const earlier = planChange({ ...before, limits: after.limits }, request(day))
    const now = planChange(after, request(later))
    assert(earlier.ok && now.ok, 'the change is possible')
    const rows = now.value.newSchedule.rows
    expect(rows).toHaveLength(earlier.value.newSchedule.rows.length)
    rows.forEach(({ dueDate }, index) => {
      const expected = earlier.value.newSchedule.rows[index]?.dueDate
      // Only a bank holiday takes another day
      expect(Math.abs(dueDate - (expected ?? 0) - SHIFT_DAYS)).toBeLessThanOrEqual(1)
    })
    const { totalOfPayments, uncovered } = now.value.newSchedule
    expect(uncovered).toBe(0n)
    const more = totalOfPayments - earlier.value.newSchedule.totalOfPayments
    expect(more).toBeLessThanOrEqual(2n)
    expect(more).toBeGreaterThan(-1_000n)
  })

  test('help with the next payment, then other paydays (105): nothing goes back to the day that was skipped', () => {
    const skipped = planChange(after, { changeType: ChangeType.skip, number: 5 })
    assert(skipped.ok, 'help is possible')
    const helped = { ...after, installments: installmentsAfter(after.installments, skipped.value) }
    const moved = planChange(helped, {
      changeType: ChangeType.changePayrollDate,
      paySchedule: { frequency: PayrollFrequency.biWeekly, anchor: day('2026-10-14') },
    })
    assert(moved.ok, 'other paydays are possible')
    const days = moved.value.newSchedule.rows.map(({ dueDate }) => formatLocalDate(dueDate))
    // Veterans Day is a Wednesday
    expect(days[0]).toBe('2026-11-10')
    expect(days).toHaveLength(skipped.value.newSchedule.rows.length)
    expect(moved.value.newSchedule.uncovered).toBe(0n)
  })

  test('a second shift gives up its own days besides', () => {
    const { terms, events } = after
    const { state } = replayAccount(terms, events)
    const open = after.installments.slice(4)
    const again = shiftMissed({
      terms,
      state,
      missed: open.slice(0, 2).map((one) => ({ ...one, agreedOn: one.dueDate })),
      agreed: open.slice(2),
      beside: [],
      paydaysAfter: paydaysOf({
        ...after,
        ...aLiveLoan(4, day('2026-11-03')),
        installments: after.installments,
      }),
      noticeDay: day('2026-11-03'),
      calendar,
    })
    expect(again.moved.map(({ to }) => formatLocalDate(to)).slice(0, 2)).toEqual(['2026-11-13', '2026-11-27'])
    expect(again.waived[0]).toEqual({ from: day('2026-10-16'), to: day('2026-11-13') })
    const { onTime } = shift(4, [5, 6, 7], '2026-10-06')
    expect(again.payments[0]?.interest).toBe(onTime[0]?.interest)
  })
})
