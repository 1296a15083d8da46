import { describe, expect, test } from 'vitest'
import { addDays, formatLocalDate } from '../../calendar/local-date.ts'
import { LoanStatus, SuspendedSubStatus } from '../../loans/codes.ts'
import { ChangeType, PaymentMode } from '../../payments/codes.ts'
import { moneyToWire } from '../../money/cents.ts'
import { fourDecimals } from '../../money/four-decimals.ts'
import published from '../../schedule/vectors/schedules-public.json' with { type: 'json' }
import { instantOf, NEW_YORK } from '../../time/new-york.ts'
import type { ServicedLoan } from '../serviced-loan.ts'
import { payoffDates } from './available-dates.ts'
import type { ChangePlan, ScheduleView } from './change-plan.ts'
import type { ChangeRefusal } from './change-refusal.ts'
import type { ChangeRequest, PayDownEffect } from './change-request.ts'
import { aLiveLoan, day, money } from './live-loan.sample.ts'
import { refusedMode } from './payment-mode-change.ts'
import { planChange } from './plan-change.ts'

const ACH = PaymentMode.ach

function planned(loan: ServicedLoan, request: ChangeRequest): ChangePlan {
  const plan = planChange(loan, request)
  if (!plan.ok)
    throw new Error(
      JSON.stringify(plan.error, (_, value) => (typeof value === 'bigint' ? `${value}` : value)),
    )
  return plan.value
}

function refusal(loan: ServicedLoan, request: ChangeRequest): ChangeRefusal {
  const plan = planChange(loan, request)
  if (plan.ok) throw new Error('expected a refusal')
  return plan.error
}

/** Another schedule that can still be taken back. */
const OPEN = { kind: 'schedule', mode: 'debit', possibleOn: day('2026-09-02') } as const

const rowsOf = (view: ScheduleView, from: number) =>
  view.rows.slice(from).map((row) => ({
    date: formatLocalDate(row.dueDate),
    payment: moneyToWire(row.payment),
    interest: moneyToWire(row.interest),
    principal: moneyToWire(row.principal),
    balance: moneyToWire(row.balanceAfter),
  }))

function example(id: string): Record<string, unknown> {
  const found = published.examples.find((one) => one.id === id)
  if (found === undefined) throw new Error(id)
  return found.expected
}

const publishedRows = (rows: unknown) =>
  (rows as Record<string, string>[]).map(({ date, payment, interest, principal, balance }) => ({
    date,
    payment,
    interest,
    principal,
    balance,
  }))

describe('pay off, 101 (domain.md §10, sched-pub-4)', () => {
  const loan = aLiveLoan(3, day('2026-08-13'))
  const payOff = (date: string, paymentMode: PaymentMode = ACH): ChangeRequest => ({
    changeType: ChangeType.payOff,
    date: day(date),
    paymentMode,
  })

  test('one debit of the whole debt on its day ends the loan with exactly 0.00', () => {
    const plan = planned(loan, payOff('2026-08-14'))
    expect(plan.debit).toMatchObject({ purpose: 'payOff', amount: money('723.47'), date: day('2026-08-14') })
    expect(plan.quote).toMatchObject({
      principal: money('689.11'),
      newInterest: money('34.36'),
      perDiem: money('4.91'),
    })
    expect(plan.quote && fourDecimals(plan.quote.dailyInterest)).toBe('4.9087')
    expect(plan.deletedNumbers).toEqual([4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(plan.newSchedule.rows.at(-1)).toMatchObject({ source: 'single', balanceAfter: 0n })
    expect(plan.newSchedule.uncovered).toBe(0n)
    expect(plan.costDifference).toBe(money('723.47') - plan.oldSchedule.totalOfPayments)
    expect(plan.cutOffAt).toEqual(instantOf(day('2026-08-13'), { hour: 16, minute: 30 }, NEW_YORK))
    expect(plan.needsSignature).toBe(false)
    expect(plan.notices).toEqual([])
  })

  test('a payoff is never signed, also where its interest comes on top of a schedule that is all past due', () => {
    const late = aLiveLoan(6, day('2026-12-14'))
    const [, , later] = payoffDates(late)
    const plan = planned(late, payOff(formatLocalDate(later ?? late.today)))
    expect(plan.costDifference).toBeGreaterThan(money('1.00'))
    expect(plan.needsSignature).toBe(false)
  })

  test('a debit on its way is named, not counted on, and comes back if it clears', () => {
    const near = aLiveLoan(3, day('2026-08-20'))
    const plan = planned(near, payOff('2026-08-24'))
    expect(plan.quote?.inFlight).toEqual([
      {
        transactionNo: null,
        dueDate: day('2026-08-21'),
        amount: money('119.54'),
        refundIfCleared: money('120.63'),
        refundBy: day('2026-08-26'),
      },
    ])
  })

  test('the days are those that the next batch reaches or that can be told of, none after the next payment', () => {
    expect(payoffDates(loan).map(formatLocalDate)).toEqual([
      '2026-08-14',
      '2026-08-17',
      '2026-08-19',
      '2026-08-20',
      '2026-08-21',
    ])
    expect(refusal(loan, payOff('2026-08-15'))).toMatchObject({ reason: 'dateNotAvailable' })
    // Sent two banking days after it is confirmed: neither at once nor three after its notice.
    expect(refusal(loan, payOff('2026-08-18'))).toMatchObject({ reason: 'dateNotAvailable' })
    expect(refusal(loan, payOff('2026-08-24'))).toMatchObject({ reason: 'dateNotAvailable' })
    expect(refusal(loan, payOff('2026-08-13'))).toMatchObject({
      reason: 'cutOffPassed',
      dates: payoffDates(loan),
    })
  })

  test('late in the evening the notice leaves the next morning, and the days it allows begin later', () => {
    const inTheMorning = payoffDates(loan)
    const inTheEvening = payoffDates({ ...loan, noticeDay: addDays(loan.today, 1) })
    expect(inTheMorning.filter((date) => !inTheEvening.includes(date)).map(formatLocalDate)).toEqual([
      '2026-08-19',
    ])
  })

  test('paid by money order nothing is debited and the schedule stays until the money is here', () => {
    const plan = planned(loan, payOff('2026-08-17', PaymentMode.moneyOrder))
    expect(plan).toMatchObject({ debit: null, deletedNumbers: [], newInstallments: [], costDifference: 0n })
    expect(plan.remarks[0]).toEqual({ code: 'sendYourself', amount: money('738.20'), by: day('2026-08-17') })
  })
})

describe('pay off in N, 102 (sched-pub-6)', () => {
  const loan = aLiveLoan(6, day('2026-09-21'))
  const inN = (count: number): Extract<ChangeRequest, { changeType: typeof ChangeType.payOffInN }> => ({
    changeType: ChangeType.payOffInN,
    count,
    paymentMode: ACH,
  })

  test('three level payments on the next three paydays, to the cent', () => {
    const plan = planned(loan, inN(3))
    const { new_payment, rows } = example('sched-pub-6')
    expect(rowsOf(plan.newSchedule, 0)).toEqual(publishedRows(rows))
    expect(plan.remarks).toContainEqual({ code: 'newAmount', amount: money(String(new_payment)) })
    expect(plan.newInstallments.map(({ number }) => number)).toEqual([13, 14, 15])
    expect(plan.deletedNumbers).toEqual([7, 8, 9, 10, 11, 12])
    expect(plan.notices[0]).toMatchObject({ dueDate: day('2026-10-02'), noticeBy: day('2026-09-22') })
    expect(plan.needsSignature).toBe(false)
  })

  test('a larger debit that cannot be told of 10 days before starts one payday later (Regulation E)', () => {
    const plan = planned(aLiveLoan(6, day('2026-09-23')), inN(2))
    expect(plan.newSchedule.rows[0]).toMatchObject({ number: 7, source: 'agreed', payment: money('119.54') })
    expect(plan.notifiedFirstDate).toBe(day('2026-10-16'))
    expect(plan.remarks[0]).toEqual({ code: 'startsLater', firstDate: day('2026-10-16') })
  })

  test('it may begin at a later payment that the borrower picks', () => {
    const from = { ...inN(2), from: day('2026-10-16') }
    expect(planned(loan, from).newInstallments.map(({ dueDate }) => dueDate)).toEqual([
      day('2026-10-16'),
      day('2026-10-30'),
    ])
    expect(refusal(loan, { ...inN(2), from: day('2026-10-15') })).toMatchObject({
      reason: 'dateNotAvailable',
    })
  })

  test('more payments than are left are no payoff', () => {
    expect(refusal(loan, inN(7))).toEqual({ reason: 'changeTypeRefused', why: 'tooManyPayments' })
  })

  test('without an authorization a new one is signed first', () => {
    const plan = planned(aLiveLoan(6, day('2026-09-21'), { authorized: false }), inN(3))
    expect(plan.authorization).toBe('needsNew')
  })
})

describe('pay a fixed amount, 111 (schedules.md §3)', () => {
  const loan = aLiveLoan(6, day('2026-09-21'))
  const fixed = (amount: string): ChangeRequest => ({
    changeType: ChangeType.payFixedAmount,
    amount: money(amount),
    paymentMode: ACH,
  })

  test('the same amount on each payday, the last one smaller', () => {
    const plan = planned(loan, fixed('200.00'))
    expect(rowsOf(plan.newSchedule, 0)).toEqual([
      { date: '2026-10-02', payment: '200.00', interest: '51.95', principal: '148.05', balance: '372.89' },
      { date: '2026-10-16', payment: '200.00', interest: '37.19', principal: '162.81', balance: '210.08' },
      { date: '2026-10-30', payment: '200.00', interest: '20.95', principal: '179.05', balance: '31.03' },
      { date: '2026-11-13', payment: '34.12', interest: '3.09', principal: '31.03', balance: '0.00' },
    ])
  })

  test('too small to repay within the term is refused with the least that does, which is taken', () => {
    const no = refusal(loan, fixed('60.00'))
    if (no.reason !== 'amountTooSmall') throw new Error(no.reason)
    expect(no.least).toBe(money('119.52'))
    const least = planned(loan, fixed(moneyToWire(no.least)))
    expect(least.newSchedule).toMatchObject({ uncovered: 0n, lastDate: day('2026-12-11') })
  })

  test('more than is owed on the first payday is refused with the most', () => {
    expect(refusal(loan, fixed('572.90'))).toEqual({ reason: 'amountTooLarge', most: money('572.89') })
  })
})

describe('pay down, 103 (sched-pub-5)', () => {
  const loan = aLiveLoan(4, day('2026-08-31'))
  const down = (amount: string, effect: PayDownEffect, date = '2026-09-01'): ChangeRequest => ({
    changeType: ChangeType.payDown,
    amount: money(amount),
    date: day(date),
    effect,
    paymentMode: ACH,
  })

  test('shorter: the same payments, six instead of eight, to the cent', () => {
    const plan = planned(loan, down('150.00', 'shorter'))
    const { reduce_term } = example('sched-pub-5') as { reduce_term: { rows: unknown } }
    expect(plan.newSchedule.rows[0]).toMatchObject({
      source: 'single',
      interest: money('50.01'),
      principal: money('99.99'),
    })
    expect(rowsOf(plan.newSchedule, 1)).toEqual(publishedRows(reduce_term.rows))
    expect(plan.deletedNumbers).toEqual([10, 11, 12])
    expect(plan.newInstallments).toEqual([
      { number: 13, dueDate: day('2026-11-13'), nominalDate: day('2026-11-13'), amount: money('82.22') },
    ])
  })

  test('smaller: the same dates, 93.62 each, to the cent; the next payment is not skipped', () => {
    const plan = planned(loan, down('150.00', 'smaller'))
    const { reduce_amount } = example('sched-pub-5') as { reduce_amount: { rows: unknown } }
    expect(rowsOf(plan.newSchedule, 1)).toEqual(publishedRows(reduce_amount.rows))
    expect(plan.debit).toMatchObject({ purpose: 'payDown', amount: money('150.00') })
    expect(plan.notices[0]).toMatchObject({ unusualBy: day('2026-09-01'), noticeBy: null })
  })

  test('due: one debit that counts for what is due; the schedule stays as it is', () => {
    const plan = planned(loan, down('150.00', 'due'))
    expect(plan.debit).toMatchObject({ purpose: 'payNow', amount: money('150.00') })
    expect([plan.deletedNumbers, plan.newInstallments, plan.notices]).toEqual([[], [], []])
    expect(plan.needsSignature).toBe(false)
  })

  test('a smaller next payment that cannot be told of 3 banking days before stays as agreed', () => {
    const plan = planned(
      aLiveLoan(4, day('2026-09-02'), { now: new Date('2026-09-02T13:00:00Z') }),
      down('150.00', 'smaller', '2026-09-03'),
    )
    expect(plan.newSchedule.rows[1]).toMatchObject({ number: 5, payment: money('119.54') })
  })

  test('from 10.00 up to one cent below the payoff', () => {
    expect(refusal(loan, down('9.99', 'shorter'))).toEqual({
      reason: 'amountTooSmall',
      least: money('10.00'),
    })
    expect(refusal(loan, down('688.30', 'shorter'))).toEqual({
      reason: 'amountTooLarge',
      most: money('688.29'),
    })
    expect(planned(loan, down('688.29', 'shorter')).newSchedule.rows).toHaveLength(2)
  })
})

describe('ways to pay, 104 and 107 (domain.md §10)', () => {
  const loan = aLiveLoan(4, day('2026-08-31'))
  const mode = (paymentMode: PaymentMode): ChangeRequest => ({
    changeType: ChangeType.changePaymentMode,
    paymentMode,
  })

  test('revocation ends the debits, pays by money order and is never blocked by an open change', () => {
    const plan = planned({ ...loan, open: OPEN }, { changeType: ChangeType.revokeFutureAch })
    expect(plan).toMatchObject({
      authorization: 'revoke',
      paymentModeAfter: PaymentMode.moneyOrder,
      costDifference: 0n,
      deletedNumbers: [],
    })
    expect(plan.remarks).toContainEqual({ code: 'debitsEnd', at: loan.now })
  })

  test('every way to pay is offered or refused with its reason', () => {
    const refused = Object.values(PaymentMode).filter((code) => refusedMode(code) !== null)
    const { wageAssignment, cash, loanTransfer, none, instantFund, creditCard } = PaymentMode
    expect(new Set(refused)).toEqual(
      new Set([wageAssignment, cash, loanTransfer, none, instantFund, creditCard]),
    )
    for (const code of refused)
      expect(refusal(loan, mode(code))).toMatchObject({ reason: 'paymentModeRefused' })
    for (const code of Object.values(PaymentMode).filter((one) => !refused.includes(one)))
      expect(planChange(loan, mode(code)).ok).toBe(code !== PaymentMode.ach)
  })

  test('back to ACH without an authorization needs a new one', () => {
    const revoked = { ...loan, authorized: false, paymentMode: PaymentMode.moneyOrder }
    expect(planned(revoked, mode(ACH)).authorization).toBe('needsNew')
  })
})

describe('when a change may be asked for (domain.md §2 and §10)', () => {
  const payOff: ChangeRequest = { changeType: ChangeType.payOff, date: day('2026-09-01'), paymentMode: ACH }
  const loan = aLiveLoan(4, day('2026-08-31'))

  test('one open change per loan', () => {
    expect(refusal({ ...loan, open: OPEN }, payOff)).toEqual({
      reason: 'changeAlreadyOpen',
      on: day('2026-09-02'),
    })
  })

  test('not before funding, and no debit while suspended', () => {
    const at = (status: LoanStatus): ServicedLoan => ({ ...loan, state: { status, subStatus: null } })
    for (const status of [LoanStatus.approved, LoanStatus.pending, LoanStatus.terminated])
      expect(refusal(at(status), payOff)).toEqual({ reason: 'loanStatusInvalid' })
    const suspended = {
      ...loan,
      state: { status: LoanStatus.suspended, subStatus: SuspendedSubStatus.hardReturn },
    }
    expect(refusal(suspended, payOff)).toEqual({ reason: 'loanStatusInvalid' })
    expect(planned(suspended, { ...payOff, paymentMode: PaymentMode.wire }).debit).toBeNull()
  })

  test('two banking days before its date, at the cut-off, a payment is on its way', () => {
    const at = (time: string) => aLiveLoan(4, day('2026-09-02'), { now: new Date(time) })
    const inN: ChangeRequest = { changeType: ChangeType.revokeFutureAch }
    expect(planned(at('2026-09-02T20:59:59Z'), inN).oldSchedule.rows[0]?.source).toBe('agreed')
    expect(planned(at('2026-09-02T21:00:00Z'), inN).oldSchedule.rows[0]?.source).toBe('inFlight')
  })
})
