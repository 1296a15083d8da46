import { describe, expect, test } from 'vitest'
import { ChangeType, PaymentMode } from '../../payments/codes.ts'
import { nextPaymentAfter } from '../next-payment.ts'
import { changeDeadline } from './change-basis.ts'
import { aLiveLoan, DATES, day, money } from './live-loan.sample.ts'
import { stopChoices } from './payment-mode-change.ts'
import { planChange } from './plan-change.ts'

const stop = (number: number) => ({ changeType: ChangeType.revokeFutureAch, number })
const LOAN = aLiveLoan(3, day('2026-08-13'))

describe('stopping one payment, 104 by its number (domain.md §10, Regulation E 1005.10(c))', () => {
  test('costs nothing, leaves the schedule and the authorization, and says what the payment comes to later', () => {
    const plan = planChange(LOAN, stop(4))
    expect(plan).toMatchObject({
      ok: true,
      value: {
        stopped: [4],
        authorization: 'none',
        paymentModeAfter: PaymentMode.ach,
        deletedNumbers: [],
        newInstallments: [],
        costDifference: 0n,
        needsSignature: false,
        holdsFrom: day('2026-08-21'),
        cutOffAt: changeDeadline(LOAN, day('2026-08-21')),
      },
    })
    expect(plan.ok && plan.value.remarks[0]).toEqual({
      code: 'paymentStopped',
      amount: money('119.54'),
      by: day('2026-08-21'),
      perDiem: money('4.91'),
    })
  })

  test('the next payment is the borrower’s to send, the one after it is taken', () => {
    const plan = planChange(LOAN, stop(4))
    expect(plan.ok && nextPaymentAfter(plan.value, LOAN)).toMatchObject({
      date: day('2026-08-21'),
      sentBy: 'borrower',
    })
    const later = planChange(LOAN, stop(5))
    expect(later.ok && nextPaymentAfter(later.value, LOAN)).toMatchObject({ sentBy: 'us' })
  })

  test('a payment that is near or with the bank is being sent already', () => {
    const near = aLiveLoan(3, day('2026-08-20'))
    expect(planChange(near, stop(4))).toEqual({
      ok: false,
      error: { reason: 'changeTooLate', dueDate: day('2026-08-21') },
    })
    expect(stopChoices(near)[0]).toMatchObject({ number: 4, until: null })
  })

  test.each([
    ['a payment that is stopped already', { ...LOAN, stopped: [4] }, 4, 'sameAsBefore'],
    [
      'a loan that the borrower pays in another way',
      { ...LOAN, paymentMode: PaymentMode.wire },
      4,
      'sameAsBefore',
    ],
    ['a loan without an authorization', { ...LOAN, authorized: false }, 4, 'sameAsBefore'],
    ['a payment that was made', LOAN, 2, 'nothingToChange'],
    ['no payment of the loan', LOAN, 99, 'nothingToChange'],
  ])('%s is refused', (_, loan, number, why) => {
    expect(planChange(loan, stop(number))).toEqual({ ok: false, error: { reason: 'changeTypeRefused', why } })
  })

  test('each payment to come can be chosen until its own cut-off; those stopped are not listed', () => {
    const choices = stopChoices({ ...LOAN, stopped: [6] })
    expect(choices.map(({ number }) => number)).toEqual([4, 5, 7, 8, 9, 10, 11, 12])
    expect(choices.map(({ dueDate }) => dueDate)).toEqual(DATES.slice(3).filter((_, index) => index !== 2))
    expect(choices[0]?.until).toEqual(changeDeadline(LOAN, day('2026-08-21')))
    expect(stopChoices({ ...LOAN, authorized: false })).toEqual([])
  })

  test('a change made later keeps it, and no longer calls a stopped payment "on its way"', () => {
    const near = { ...aLiveLoan(3, day('2026-08-20')), stopped: [4] }
    const plan = planChange(near, {
      changeType: ChangeType.payOffInN,
      count: 4,
      paymentMode: PaymentMode.ach,
    })
    expect(plan).toMatchObject({ ok: true, value: { stopped: [4] } })
    expect(plan.ok && plan.value.remarks.some(({ code }) => code === 'inFlight')).toBe(false)
  })
})
