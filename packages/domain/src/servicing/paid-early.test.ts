import { describe, expect, test } from 'vitest'
import { addDays } from '../calendar/local-date.ts'
import { cents, sum } from '../money/cents.ts'
import { ChangeType, PaymentMode } from '../payments/codes.ts'
import published from '../schedule/vectors/schedules-public.json' with { type: 'json' }
import type { AccountEvent } from './account-event.ts'
import { payoffDates } from './changes/available-dates.ts'
import { aLiveLoan, day, money } from './changes/live-loan.sample.ts'
import { planChange } from './changes/plan-change.ts'
import { replayAccount } from './loan-account.ts'
import { savedByPayingEarly } from './paid-early.ts'
import type { ServicedLoan } from './serviced-loan.ts'

const ROWS = published.examples.find(({ id }) => id === 'sched-pub-2')?.expected.rows ?? []
const interestFrom = (row: number) => sum(ROWS.slice(row).map(({ interest }) => money(interest)))

/** What is said saved once these events have followed the payments made. */
const savedAfter = ({ terms, events, installments }: ServicedLoan, more: readonly AccountEvent[]) =>
  savedByPayingEarly(terms, replayAccount(terms, [...events, ...more]), installments)

const paid = (date: string, amount: string, id = `paid/${date}`): AccountEvent => ({
  id,
  kind: 'payment',
  date: day(date),
  amount: money(amount),
})

describe('what paying early has saved (sched-pub-2; domain.md §7)', () => {
  test('is the interest of the schedule that is not collected, to the cent', () => {
    const collected = money('34.36')
    expect(savedAfter(aLiveLoan(3, day('2026-08-13')), [paid('2026-08-14', '723.47')])).toBe(
      interestFrom(3) - collected,
    )
  })

  test.each([
    [0, '2026-06-24'],
    [3, '2026-08-13'],
    [7, '2026-10-05'],
    [11, '2026-12-01'],
  ])('is what the receipt of the payoff said, on each of its days, after %i payments', (made, today) => {
    const loan = aLiveLoan(made, day(today))
    const dates = payoffDates(loan)
    expect(dates.length).toBeGreaterThan(0)
    for (const date of dates) {
      const plan = planChange(loan, { changeType: ChangeType.payOff, date, paymentMode: PaymentMode.ach })
      if (!plan.ok || plan.value.debit === null) throw new Error('a payoff is a debit')
      const { amount } = plan.value.debit
      const payoff = { id: 'payoff', kind: 'payment' as const, date, amount }
      expect(savedAfter(loan, [payoff]) + plan.value.costDifference).toBe(0n)
    }
  })

  test('counts extra payments too, and money paid beyond what was owed saves nothing', () => {
    const loan = aLiveLoan(3, day('2026-08-13'))
    const exact = savedAfter(loan, [paid('2026-08-10', '500.00'), paid('2026-08-14', '300.00')])
    const more = savedAfter(loan, [paid('2026-08-10', '500.00'), paid('2026-08-14', '900.00')])
    expect(exact).toBeGreaterThan(interestFrom(3) - money('34.36'))
    expect(more).toBe(exact)
  })

  test.each([
    ['something is still owed', aLiveLoan(11, day('2026-12-01')), []],
    ['the last payment came on its day', aLiveLoan(11, day('2026-12-01')), [paid('2026-12-11', '119.35')]],
    ['it came later', aLiveLoan(11, day('2026-12-01')), [paid('2026-12-20', '200.00')]],
    [
      'the rest was written off',
      aLiveLoan(3, day('2026-08-13')),
      [
        paid('2026-08-14', '400.00'),
        { id: 'off', kind: 'writeOff' as const, date: addDays(day('2026-08-14'), 1), amount: cents(1n) },
      ],
    ],
  ])('is nothing where %s', (_, loan, more) => {
    expect(savedAfter(loan, more)).toBe(0n)
  })
})
