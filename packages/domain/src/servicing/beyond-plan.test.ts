import { describe, expect, test } from 'vitest'
import { cents, ZERO_CENTS } from '../money/cents.ts'
import { InstallmentFlag, TransactionPurpose, TransactionStatus, TransactionType } from '../payments/codes.ts'
import type { AccountEvent } from './account-event.ts'
import { AFTER_SCHEDULE, isReasonToCollect } from './arrears.ts'
import { beyondPlan, NOTHING_BEYOND } from './beyond-plan.ts'
import { aLiveLoan, day, money } from './changes/live-loan.sample.ts'
import { replayAccount } from './loan-account.ts'
import { comingPayments } from './next-payment.ts'
import { restToWaive } from './rest-to-waive.ts'

/** Monday after the first of twelve payments of 119.54; the next is due on Friday, July 24. */
const LOAN = aLiveLoan(1, day('2026-07-13'))

function beyondAfter(events: readonly AccountEvent[], overdue: readonly number[] = []) {
  const { terms, today, installments } = LOAN
  const { state } = replayAccount(terms, [...LOAN.events, ...events])
  const agreed = installments.filter(({ number }) => !overdue.includes(number))
  const coming = comingPayments({ terms, state, today, agreed, debits: [] })
  return beyondPlan({
    terms,
    state,
    today,
    coming: coming.payments,
    uncovered: coming.uncovered,
    overdue: installments
      .filter(({ number }) => overdue.includes(number))
      .map(({ number, amount }) => ({ number, dueDate: today, open: amount })),
    payOn: day('2026-07-15'),
  })
}

const event = (kind: AccountEvent['kind'], on: string, amount: string): AccountEvent => ({
  id: `${kind}/${on}`,
  kind,
  date: day(on),
  amount: money(amount),
})

describe('what is owed beyond the plan (domain.md §14)', () => {
  test('is nothing while the payments to come cover the debt', () => {
    expect(beyondAfter([])).toEqual(NOTHING_BEYOND)
  })

  test('is a fee with the interest that it costs until the end; paid now it is the fee, and leaves nothing', () => {
    const { atEnd, paidOn } = beyondAfter([event('fee', '2026-07-13', '15.00')])
    // A fee is paid first, so the payment after it repays 15.00 less of the principal, which bears interest from then on
    expect(paidOn).toBeGreaterThanOrEqual(1_400n)
    expect(paidOn).toBeLessThanOrEqual(1_500n)
    expect(atEnd).toBeGreaterThan(paidOn)
    const paid = { ...event('payment', '2026-07-15', '0.00'), amount: paidOn }
    expect(beyondAfter([event('fee', '2026-07-13', '15.00'), paid])).toEqual(NOTHING_BEYOND)
    const short = { ...paid, amount: cents(paidOn - 100n) }
    expect(beyondAfter([event('fee', '2026-07-13', '15.00'), short]).atEnd).toBeGreaterThanOrEqual(100n)
  })

  test('is not what is past due', () => {
    expect(beyondAfter([], [2]).atEnd).toBeLessThan(money('119.54'))
    expect(beyondAfter([event('fee', '2026-07-13', '15.00')], [2]).atEnd).toBeGreaterThan(
      beyondAfter([], [2]).atEnd,
    )
  })
})

describe('a reason for collection (domain.md §14)', () => {
  const open = (number: number, amount: string) => ({
    number,
    dueDate: day('2026-07-10'),
    open: money(amount),
  })
  test.each([
    ['nothing', [], false],
    ['an agreed payment', [open(2, '119.54')], true],
    ['what is owed beyond the plan alone, however much', [open(AFTER_SCHEDULE, '400.00')], false],
    ['both', [open(2, '119.54'), open(AFTER_SCHEDULE, '20.00')], true],
    ['a payment that is short of less than the limit', [open(2, '14.99')], false],
    ['short of the limit itself', [open(2, '15.00')], true],
    ['two payments, each short of less', [open(2, '9.00'), open(3, '9.00')], true],
  ])('%s', (_what, overdue, is) => {
    expect(isReasonToCollect({ overdue }, money('15.00'))).toBe(is)
  })
})

describe('a rest after the last payment (domain.md §14)', () => {
  const { none, notChecked, checked, rejected } = TransactionStatus
  const payment = (status: number) => ({
    type: TransactionType.debit,
    purpose: TransactionPurpose.installment,
    status,
  })
  const row = (dueDate: string, status: TransactionStatus, flags: number = InstallmentFlag.default) => ({
    number: 1,
    dueDate: day(dueDate),
    amount: money('119.54'),
    status,
    flags,
  })
  const ended = {
    owed: money('14.99'),
    today: day('2026-07-13'),
    installments: [row('2026-07-10', checked)],
    transactions: [payment(checked), payment(rejected)],
    isChangeOpen: false,
    waiveRestBelow: money('15.00'),
  }
  test.each([
    ['less than the limit', {}, '14.99'],
    ['the limit itself', { owed: money('15.00') }, '0.00'],
    ['nothing left', { owed: ZERO_CENTS }, '0.00'],
    ['a payment is to come', { installments: [row('2026-07-24', none)] }, '0.00'],
    [
      'one that a change took off is not',
      { installments: [row('2026-07-24', none, InstallmentFlag.deleted)] },
      '14.99',
    ],
    ['a payment may still come back', { transactions: [payment(notChecked)] }, '0.00'],
    ['a debit is planned', { transactions: [payment(none)] }, '0.00'],
    ['a change waits for its money', { isChangeOpen: true }, '0.00'],
    ['a portfolio that waives nothing', { waiveRestBelow: ZERO_CENTS }, '0.00'],
  ])('%s', (_what, facts, amount) => {
    expect(restToWaive({ ...ended, ...facts })).toBe(money(amount))
  })
})
