import { describe, expect, test } from 'vitest'
import { PaymentFrequency } from '../calendar/payroll-frequency.ts'
import { addDays, type LocalDate, localDate } from '../calendar/local-date.ts'
import { type Cents, cents, sum } from '../money/cents.ts'
import { rational } from '../money/rational.ts'
import { buildSchedule, ScheduleMethod, type ScheduleTerms } from '../schedule/build-schedule.ts'
import { presentValue } from '../schedule/precomputed.ts'
import { agreedAccrual } from './agreed-accrual.ts'
import { interestBetween } from './interest-accrual.ts'
import { type AccountTerms, replayAccount } from './loan-account.ts'
import { payoffOn } from './payoff.ts'
import { AGREEMENT_VERSION, paymentOrderOf } from '../payments/payment-order.ts'

const EFFECTIVE = localDate(2026, 3, 6)

/** Twelve bi-weekly payments at 3 % a period: the comparison of sched-pub-6. */
function loanOf(method: ScheduleMethod, effectiveDate = EFFECTIVE) {
  const dates = Array.from({ length: 12 }, (_, index) => {
    const date = addDays(EFFECTIVE, 14 * (index + 1))
    return { nominalDate: date, dueDate: date }
  })
  const terms: ScheduleTerms = {
    method,
    principal: cents(74_655n),
    annualRate: rational(78n, 100n),
    frequency: PaymentFrequency.biWeekly,
    effectiveDate,
    dates,
  }
  const schedule = buildSchedule(terms)
  const account: AccountTerms = {
    principal: terms.principal,
    prepaidCharge: cents(0n),
    effectiveDate,
    accrual: agreedAccrual(terms, schedule.installments),
    interestCredits: [],
    order: paymentOrderOf(AGREEMENT_VERSION),
  }
  return { account, schedule, unitRate: rational(3n, 100n) }
}

const payment = (date: LocalDate, amount: Cents) =>
  ({ id: `${date}`, kind: 'payment', date, amount }) as const

const paidThrough = ({ account, schedule }: ReturnType<typeof loanOf>, count: number) =>
  replayAccount(
    account,
    schedule.installments.slice(0, count).map((row) => payment(row.dueDate, row.payment)),
  ).state

describe('precomputed (schedules.md §4, comparison of sched-pub-6)', () => {
  const loan = loanOf(ScheduleMethod.precomputed)
  const { account, schedule, unitRate } = loan

  test('twelve payments of 75.00 for 746.55: the charge is 153.45', () => {
    expect(schedule.installments.map((row) => row.payment)).toEqual(Array.from({ length: 12 }, () => 7_500n))
    expect(schedule.totalInterest).toBe(15_345n)
  })

  test('after five, 467.27 pays it off and 57.73 is never earned', () => {
    const state = paidThrough(loan, 5)
    const { total } = payoffOn(account, state, state.accruedTo)
    expect(total).toBe(46_727n)
    expect(7n * 7_500n - total).toBe(5_773n)
    const paidOff = replayAccount(account, [
      ...schedule.installments.slice(0, 5).map((row) => payment(row.dueDate, row.payment)),
      { ...payment(state.accruedTo, total), id: 'payoff' },
    ]).state
    expect(paidOff).toMatchObject({ principal: 0n, unpaidInterest: 0n, interestEarned: 15_345n - 5_773n })
    expect(payoffOn(account, paidOff, addDays(state.accruedTo, 100)).total).toBe(0n)
  })

  test('on every due date the payoff is the present value of what remains', () => {
    for (let paid = 1; paid <= 12; paid += 1) {
      const state = paidThrough(loan, paid)
      const remaining = { payment: cents(7_500n), unitRate, count: 12 - paid }
      expect(payoffOn(account, state, state.accruedTo).total).toBe(presentValue(remaining))
      expect(state.principal).toBe(presentValue(remaining))
    }
  })

  test('between due dates the charge of the period counts by days: 7 of 14 are half, half-up', () => {
    const state = paidThrough(loan, 5)
    const charge = schedule.installments[5]?.interest ?? 0n
    const middle = payoffOn(account, state, addDays(state.accruedTo, 7))
    expect(middle.dailyInterest).toEqual(rational(charge, 14n))
    expect(middle.newInterest).toBe((charge + 1n) / 2n)
    expect(middle.total).toBe(46_727n + (charge + 1n) / 2n)
  })

  test('a late payment costs nothing more than was agreed', () => {
    const [first] = schedule.installments
    const late = addDays(first?.dueDate ?? EFFECTIVE, 20)
    const rows = schedule.installments.slice(1).map((row) => payment(row.dueDate, row.payment))
    const { state } = replayAccount(account, [payment(late, cents(7_500n)), ...rows])
    expect(state).toMatchObject({ principal: 0n, unpaidInterest: 0n, interestEarned: 15_345n })
  })
})

describe('periodic', () => {
  const loan = loanOf(ScheduleMethod.periodic)
  const { account, schedule } = loan

  test('whole periods are the schedule, row by row', () => {
    const { applied } = replayAccount(
      account,
      schedule.installments.map((row) => payment(row.dueDate, row.payment)),
    )
    expect(
      applied.map(({ toInterest, toPrincipal, after }) => [toInterest, toPrincipal, after.principal]),
    ).toEqual(
      schedule.installments.map(({ interest, principal, balanceAfter }) => [
        interest,
        principal,
        balanceAfter,
      ]),
    )
  })

  test('the parts of a period come to the whole however it is cut', () => {
    const principal = cents(74_655n)
    const end = addDays(EFFECTIVE, 28)
    const whole = interestBetween(account.accrual, principal, EFFECTIVE, end)
    for (const step of [1, 3, 5, 14, 28]) {
      const cuts = Array.from({ length: Math.ceil(28 / step) }, (_, index) => index * step)
      const parts = cuts.map((from) =>
        interestBetween(
          account.accrual,
          principal,
          addDays(EFFECTIVE, from),
          addDays(EFFECTIVE, Math.min(28, from + step)),
        ),
      )
      expect(sum(parts)).toBe(whole)
    }
  })

  test('a credit that settles later than agreed earns less in the first period, and nothing after the last', () => {
    const state = { ...paidThrough(loan, 0), accruedTo: addDays(EFFECTIVE, 7) }
    expect(payoffOn(account, state, addDays(EFFECTIVE, 14)).newInterest).toBe(1_120n)
    const last = addDays(EFFECTIVE, 14 * 12)
    expect(interestBetween(account.accrual, cents(74_655n), last, addDays(last, 365))).toBe(0n)
  })
})

test('the shipped product grows by days at its yearly rate', () => {
  const { account } = loanOf(ScheduleMethod.simpleDaily)
  expect(account.accrual).toEqual({ method: 'simpleDaily', annualRate: rational(78n, 100n) })
})
