import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LoanStatus } from '../../loans/codes.ts'
import { cents } from '../../money/cents.ts'
import { PayrollFrequency } from '../../calendar/payroll-frequency.ts'
import { ChangeType, PaymentMode, TransactionStatus } from '../../payments/codes.ts'
import { isLive } from '../arrears.ts'
import type { ServicedLoan } from '../serviced-loan.ts'
import { moveDatesOf } from './available-dates.ts'
import { changeBasis } from './change-basis.ts'
import type { ChangeRequest } from './change-request.ts'
import { installmentsAfter } from './installments-after.ts'
import { aLiveLoan, day, money } from './live-loan.sample.ts'
import { planChange } from './plan-change.ts'

const loan = aLiveLoan(4, day('2026-08-24'))
const amountOf = (number: number, amount: bigint): ChangeRequest => ({
  changeType: ChangeType.changeAmount,
  number,
  amount: cents(amount),
})

describe('a change does what was asked, or is refused (domain.md §10)', () => {
  test('203 of the last payment, lowered: the rest would go back into it', () => {
    expect(planChange(loan, amountOf(12, 10_000n))).toEqual({
      ok: false,
      error: { reason: 'changeTypeRefused', why: 'noEffect' },
    })
  })

  test('203 of any payment by any amount: that amount on that day, or a reason', () => {
    const numbers = fc.integer({ min: 5, max: 12 })
    fc.assert(
      fc.property(numbers, fc.bigInt({ min: 1n, max: 70_000n }), (number, amount) => {
        const plan = planChange(loan, amountOf(number, amount))
        if (!plan.ok) return plan.error.reason.length > 0
        const dueDate = loan.installments[number - 1]?.dueDate
        const row = plan.value.newSchedule.rows.find((one) => one.dueDate === dueDate)
        return row?.payment === amount && plan.value.newInstallments.length > 0
      }),
      { numRuns: 300 },
    )
  })

  test('201 and 205 of any payment: nothing is left on its day, or a reason', () => {
    const basis = changeBasis(loan)
    fc.assert(
      fc.property(fc.integer({ min: 5, max: 12 }), fc.nat(20), fc.boolean(), (number, pick, isSkip) => {
        const one = basis.open.find((open) => open.number === number)
        if (one === undefined) return true
        const date = moveDatesOf(basis, one)[pick] ?? one.dueDate
        const plan = planChange(
          loan,
          isSkip
            ? { changeType: ChangeType.skip, number }
            : { changeType: ChangeType.changeDate, number, date },
        )
        if (!plan.ok) return plan.error.reason.length > 0
        const days = plan.value.newSchedule.rows.map(({ dueDate }) => dueDate)
        return !days.includes(one.dueDate) && (isSkip || days.includes(date))
      }),
      { numRuns: 200 },
    )
  })
})

describe('a change that changes nothing is refused (domain.md §10)', () => {
  const { ach } = PaymentMode
  const stopped = { ...loan, paymentMode: PaymentMode.moneyOrder, authorized: false, stopped: [] }
  test.each<[string, ServicedLoan, ChangeRequest]>([
    [
      '111 by the amount of now',
      loan,
      { changeType: ChangeType.payFixedAmount, amount: cents(11_954n), paymentMode: ach },
    ],
    ['203 by the amount of now', loan, amountOf(6, 11_954n)],
    ['107 to the way of now', loan, { changeType: ChangeType.changePaymentMode, paymentMode: ach }],
    ['204 to the way of now', loan, { changeType: ChangeType.changeMode, paymentMode: ach }],
    ['104 where none is in effect', stopped, { changeType: ChangeType.revokeFutureAch }],
    [
      '104 of a payment that is stopped',
      { ...loan, stopped: [6] },
      { changeType: ChangeType.revokeFutureAch, number: 6 },
    ],
    [
      '105 to the paydays of now',
      loan,
      { changeType: ChangeType.changePayrollDate, paySchedule: loan.paySchedule },
    ],
    [
      '106 to the frequency of now',
      loan,
      {
        changeType: ChangeType.changePayrollFrequency,
        paySchedule: loan.paySchedule,
        frequency: loan.frequency,
      },
    ],
    [
      '108 to the rule of now',
      loan,
      { changeType: ChangeType.paydayOnHoliday, onHoliday: loan.paydayRules.onHoliday },
    ],
    [
      '109 to the rule of now',
      loan,
      { changeType: ChangeType.paydayAvailability, availability: loan.paydayRules.availability },
    ],
  ])('%s', (_case, before, request) => {
    expect(planChange(before, request)).toEqual({
      ok: false,
      error: { reason: 'changeTypeRefused', why: 'sameAsBefore' },
    })
  })

  test.each<ChangeRequest>([
    { changeType: ChangeType.payOffInN, count: 4, paymentMode: ach },
    { changeType: ChangeType.payFixedAmount, amount: cents(20_000n), paymentMode: ach },
  ])('the same again: %o', (request) => {
    const first = planChange(loan, request)
    if (!first.ok) throw new Error(JSON.stringify(first.error))
    const after = { ...loan, installments: installmentsAfter(loan.installments, first.value) }
    expect(planChange(after, request)).toEqual({
      ok: false,
      error: { reason: 'changeTypeRefused', why: 'sameAsBefore' },
    })
  })

  test.each<readonly [string, Extract<ChangeRequest, { readonly paymentMode: PaymentMode }>]>([
    ['102', { changeType: ChangeType.payOffInN, count: 4, paymentMode: ach }],
    ['111', { changeType: ChangeType.payFixedAmount, amount: cents(20_000n), paymentMode: ach }],
  ])('%s with the same amounts is a change where they are paid another way', (_code, request) => {
    const first = planChange(loan, request)
    if (!first.ok) throw new Error(JSON.stringify(first.error))
    const after = { ...loan, installments: installmentsAfter(loan.installments, first.value) }
    const next = changeBasis(after).open[0]
    const asked = (before: ServicedLoan, paymentMode: PaymentMode) =>
      planChange(before, { ...request, paymentMode })
    for (const paymentMode of [PaymentMode.debitCard, PaymentMode.cashierCheck, PaymentMode.wire]) {
      const changed = { newInstallments: [], paymentModeAfter: paymentMode, holdsFrom: next?.dueDate }
      expect(asked(after, paymentMode)).toMatchObject({ ok: true, value: changed })
      const byNow = { ...after, paymentMode }
      expect(asked(byNow, paymentMode)).toMatchObject({ error: { why: 'sameAsBefore' } })
      // Back to debits: that needs the authorization where none holds.
      expect(asked(byNow, ach)).toMatchObject({ value: { paymentModeAfter: ach, authorization: 'none' } })
      const unsigned = { ...byNow, authorized: false }
      expect(asked(unsigned, ach)).toMatchObject({ value: { authorization: 'needsNew' } })
    }
    const revoked = { ...after, authorized: false }
    expect(asked(revoked, ach)).toMatchObject({ value: { newInstallments: [], authorization: 'needsNew' } })
  })

  test('205 to the day of now is not offered', () => {
    const date = loan.installments[5]?.dueDate ?? loan.today
    expect(planChange(loan, { changeType: ChangeType.changeDate, number: 6, date })).toMatchObject({
      error: { reason: 'dateNotAvailable' },
    })
  })
})

describe('a makeup payment keeps its own day (domain.md §10)', () => {
  const missed: ServicedLoan = {
    ...loan,
    state: { status: LoanStatus.processing, subStatus: null },
    events: loan.events.slice(0, 3),
    installments: loan.installments.map((one) =>
      one.number === 4 ? { ...one, status: TransactionStatus.rejected } : one,
    ),
  }
  const saved = (before: ServicedLoan, request: ChangeRequest): ServicedLoan => {
    const plan = planChange(before, request)
    if (!plan.ok) throw new Error(JSON.stringify(plan.error))
    const { payrollAfter } = plan.value
    return { ...before, ...payrollAfter, installments: installmentsAfter(before.installments, plan.value) }
  }
  const makeup: ChangeRequest = { changeType: ChangeType.makeup, number: 4, date: day('2026-09-10') }
  const open = ({ installments }: ServicedLoan) =>
    installments.filter((one) => isLive(one) && one.status === TransactionStatus.none)

  test.each([
    [
      '105',
      {
        changeType: ChangeType.changePayrollDate,
        paySchedule: { frequency: PayrollFrequency.biWeekly, anchor: day('2026-08-26') },
      },
    ],
    [
      '106',
      {
        changeType: ChangeType.changePayrollFrequency,
        paySchedule: { frequency: PayrollFrequency.weekly, anchor: day('2026-09-02') },
      },
    ],
  ] as const)('%s after a makeup of 119.54 on September 10', (_code, request) => {
    const made = saved(missed, makeup)
    const before = open(made)
    const after = open(saved(made, request))
    expect(after.filter(({ dueDate }) => dueDate === day('2026-09-10'))).toMatchObject([
      { amount: money('119.54') },
    ])
    expect(after).toHaveLength(before.length)
  })
})
