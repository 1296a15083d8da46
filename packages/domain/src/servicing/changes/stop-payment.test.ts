import { describe, expect, test } from 'vitest'
import { ChangeType, PaymentMode, TransactionStatus } from '../../payments/codes.ts'
import { instantOf, NEW_YORK } from '../../time/new-york.ts'
import { nextPaymentAfter } from '../next-payment.ts'
import type { DebitInFlight } from '../serviced-loan.ts'
import { debitDeadline } from './change-basis.ts'
import { aLiveLoan, DATES, day, money } from './live-loan.sample.ts'
import { stopChoices } from './payment-mode-change.ts'
import { planChange } from './plan-change.ts'

const stop = (number: number) => ({ changeType: ChangeType.revokeFutureAch, number })
/** A debit of one payment, planned where nothing else is said. */
const debitOf = (number: number, date: string, as: Partial<DebitInFlight> = {}): DebitInFlight => ({
  transactionNo: `T-${number}`,
  installmentNumber: number,
  purpose: 'installment',
  status: TransactionStatus.none,
  effectiveDate: day(date),
  amount: money('119.54'),
  ...as,
})
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
        cutOffAt: debitDeadline(LOAN, day('2026-08-21')),
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

  test('a payment that is near but in no file can be stopped until its batch; one on a batch cannot', () => {
    const near = aLiveLoan(3, day('2026-08-20'))
    const plan = planChange(near, stop(4))
    expect(plan).toMatchObject({
      ok: true,
      value: { stopped: [4], cutOffAt: debitDeadline(near, day('2026-08-21')) },
    })
    expect(stopChoices(near)[0]).toMatchObject({ number: 4, until: debitDeadline(near, day('2026-08-21')) })
    for (const status of [TransactionStatus.pending, TransactionStatus.onBatch]) {
      const sent = { ...near, inFlight: [debitOf(4, '2026-08-21', { status })] }
      expect(planChange(sent, stop(4))).toEqual({
        ok: false,
        error: { reason: 'changeTooLate', dueDate: day('2026-08-21') },
      })
      expect(stopChoices(sent)[0]).toMatchObject({ number: 4, until: null })
    }
  })

  test('a planned retry is in no file: it is stopped until its batch, the payment stays past due', () => {
    const retry = debitOf(3, '2026-08-26', { purpose: 'representment' })
    const loan = { ...LOAN, inFlight: [retry] }
    expect(stopChoices(loan)[0]).toMatchObject({
      number: 3,
      dueDate: day('2026-08-26'),
      until: debitDeadline(loan, day('2026-08-26')),
    })
    const plan = planChange(loan, stop(3))
    expect(plan).toMatchObject({ ok: true, value: { stopped: [3], withdraws: ['T-3'] } })
    expect(plan.ok && plan.value.remarks.map(({ code }) => code)).toEqual(['staysPastDue', 'retryWithdrawn'])
  })

  test('a retry that its batch left out can be stopped until the next one', () => {
    const late = { ...LOAN, now: instantOf(day('2026-08-13'), { hour: 18, minute: 0 }, NEW_YORK) }
    const loan = { ...late, inFlight: [debitOf(3, '2026-08-14', { purpose: 'representment' })] }
    expect(stopChoices(loan)[0]).toMatchObject({ until: debitDeadline(loan, day('2026-08-17')) })
  })

  test('revoking all withdraws every planned retry', () => {
    const loan = { ...LOAN, inFlight: [debitOf(3, '2026-08-26', { purpose: 'representment' })] }
    const plan = planChange(loan, { changeType: ChangeType.revokeFutureAch })
    expect(plan).toMatchObject({ ok: true, value: { withdraws: ['T-3'], authorization: 'revoke' } })
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
    expect(choices[0]?.until).toEqual(debitDeadline(LOAN, day('2026-08-21')))
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
