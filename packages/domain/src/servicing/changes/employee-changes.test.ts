import { describe, expect, test } from 'vitest'
import { formatLocalDate } from '../../calendar/local-date.ts'
import { LoanStatus, TerminatedSubStatus } from '../../loans/codes.ts'
import {
  ChangeType,
  InstallmentFlag,
  PaymentMode,
  TransactionPurpose,
  TransactionStatus,
} from '../../payments/codes.ts'
import { hasFlag } from '../../payments/installment-flags.ts'
import { cents } from '../../money/cents.ts'
import type { AccountEvent } from '../account-event.ts'
import { replayAccount } from '../loan-account.ts'
import type { AgreedInstallment, ServicedLoan } from '../serviced-loan.ts'
import { makeupDatesOf, moveDatesOf } from './available-dates.ts'
import { changeBasis } from './change-basis.ts'
import type { ChangePlan } from './change-plan.ts'
import type { ChangeRefusal } from './change-refusal.ts'
import type { ChangeRequest, RefundRequest } from './change-request.ts'
import { hardshipChoices, hardshipPlan } from './hardship.ts'
import { installmentsAfter } from './installments-after.ts'
import { aLiveLoan, day, money } from './live-loan.sample.ts'
import { planChange } from './plan-change.ts'

function planned(loan: ServicedLoan, request: ChangeRequest): ChangePlan {
  const plan = planChange(loan, request)
  if (!plan.ok) throw new Error(plan.error.reason)
  return plan.value
}

function refusal(loan: ServicedLoan, request: ChangeRequest): ChangeRefusal {
  const plan = planChange(loan, request)
  if (plan.ok) throw new Error('expected a refusal')
  return plan.error
}

function installmentOf({ installments }: ServicedLoan, number: number): AgreedInstallment {
  const found = installments.find((one) => one.number === number)
  if (found === undefined) throw new Error(`no installment ${number}`)
  return found
}

/** A term of two weeks more than the loan takes. */
const loan = aLiveLoan(4, day('2026-08-24'), { limits: { maximumInstallments: 26, maximumTermDays: 196 } })

/** The loan of sched-pub-2 whose fourth payment came back. */
function missedOne(): ServicedLoan {
  const base = aLiveLoan(3, day('2026-08-26'))
  return {
    ...base,
    installments: base.installments.map((one) =>
      one.number === 4 ? { ...one, status: TransactionStatus.rejected } : one,
    ),
  }
}

describe('schedule changes by an employee (domain.md §10)', () => {
  test('201: one date falls away and one is added at the end; levelled where the term allows no more', () => {
    const plan = planned(loan, { changeType: ChangeType.skip, number: 5 })
    expect(plan.deletedNumbers).toContain(5)
    expect(plan.newSchedule.rows).toHaveLength(8)
    expect(plan.newSchedule.rows[0]).toMatchObject({ dueDate: day('2026-09-18'), source: 'new' })
    expect(plan.newSchedule).toMatchObject({ lastDate: day('2026-12-24'), uncovered: 0n })
    expect(plan.costDifference).toBe(plan.newSchedule.totalOfPayments - plan.oldSchedule.totalOfPayments)
    expect(plan.needsSignature).toBe(true)
    expect(plan.remarks[0]).toEqual({ code: 'datesAdded', count: 1 })
  })

  test('201: late in the loan the other payments stay and the last takes the interest', () => {
    const plan = planned(loan, { changeType: ChangeType.skip, number: 11 })
    expect(plan.deletedNumbers).toEqual([11])
    expect(plan.newInstallments).toEqual([
      { number: 13, dueDate: day('2026-12-24'), nominalDate: day('2026-12-25'), amount: money('141.38') },
    ])
  })

  test('201 is refused where the term ends, or the payment is on its way', () => {
    const short = { ...loan, limits: { maximumInstallments: 12, maximumTermDays: 182 } }
    const skip = (number: number): ChangeRequest => ({ changeType: ChangeType.skip, number })
    expect(refusal(short, skip(5))).toEqual({ reason: 'changeTypeRefused', why: 'termTooLong' })
    expect(refusal(aLiveLoan(4, day('2026-09-03')), skip(5))).toEqual({
      reason: 'changeTooLate',
      dueDate: day('2026-09-04'),
    })
  })

  test('202: a missed payment on a day of its own, the last ones shrink', () => {
    const request: ChangeRequest = { changeType: ChangeType.makeup, number: 4, date: day('2026-09-10') }
    const plan = planned(missedOne(), request)
    expect(plan.newInstallments[0]).toEqual({
      number: 13,
      dueDate: day('2026-09-10'),
      nominalDate: day('2026-09-10'),
      amount: money('119.54'),
    })
    expect(plan.newSchedule.uncovered).toBeLessThan(plan.oldSchedule.uncovered)
    expect(makeupDatesOf(changeBasis(missedOne()), installmentOf(missedOne(), 4))).toContain(
      day('2026-09-10'),
    )
    const amount = money('119.54')
    const retry = {
      transactionNo: 't-9',
      purpose: TransactionPurpose.representment,
      status: TransactionStatus.none,
      installmentNumber: 4,
      effectiveDate: day('2026-09-04'),
      amount,
    }
    expect(refusal({ ...missedOne(), inFlight: [retry] }, request)).toMatchObject({ why: 'notMissed' })
    expect(refusal(loan, request)).toEqual({ reason: 'changeTypeRefused', why: 'notMissed' })
    expect(refusal({ ...missedOne(), authorized: false }, request)).toEqual({
      reason: 'authorizationRequired',
    })
    expect(refusal(missedOne(), { ...request, date: day('2026-09-18') })).toMatchObject({
      reason: 'dateNotAvailable',
    })
  })

  test('206: a part of it, from 10.00 and less than the whole', () => {
    const part = (amount: string): ChangeRequest => ({
      changeType: ChangeType.partialMakeup,
      number: 4,
      date: day('2026-09-10'),
      amount: money(amount),
    })
    expect(planned(missedOne(), part('50.00')).newInstallments[0]?.amount).toBe(money('50.00'))
    expect(refusal(missedOne(), part('5.00'))).toEqual({ reason: 'amountTooSmall', least: money('10.00') })
    expect(refusal(missedOne(), part('119.54'))).toEqual({ reason: 'amountTooLarge', most: money('119.53') })
  })

  test('203: another amount of one payment, above its interest and at most what is owed', () => {
    const amount = (value: string): ChangeRequest => ({
      changeType: ChangeType.changeAmount,
      number: 6,
      amount: money(value),
    })
    const plan = planned(loan, amount('300.00'))
    expect(plan.newSchedule.rows[1]).toMatchObject({ payment: money('300.00'), dueDate: day('2026-09-18') })
    expect(plan.newSchedule.uncovered).toBe(0n)
    expect(refusal(loan, amount('58.08'))).toEqual({ reason: 'amountTooSmall', least: money('58.09') })
    expect(refusal(loan, amount('640.49'))).toEqual({ reason: 'amountTooLarge', most: money('640.48') })
  })

  test('204: an employee cannot authorize debits for the borrower', () => {
    const toAch: ChangeRequest = { changeType: ChangeType.changeMode, paymentMode: PaymentMode.ach }
    const byCheck = { ...loan, paymentMode: PaymentMode.personalCheck }
    expect(planned(byCheck, toAch).paymentModeAfter).toBe(PaymentMode.ach)
    expect(refusal({ ...byCheck, authorized: false }, toAch)).toEqual({ reason: 'authorizationRequired' })
  })

  test('205: one payment on another day between its neighbors, interest follows', () => {
    const move = (date: string): ChangeRequest => ({
      changeType: ChangeType.changeDate,
      number: 5,
      date: day(date),
    })
    const plan = planned(loan, move('2026-09-09'))
    expect(plan.newSchedule.rows[0]).toMatchObject({
      number: 13,
      dueDate: day('2026-09-09'),
      interest: money('86.39'),
    })
    expect(plan.newSchedule).toMatchObject({ uncovered: 0n, lastDate: day('2026-12-11') })
    expect(moveDatesOf(changeBasis(loan), installmentOf(loan, 5))).toContain(day('2026-09-09'))
    for (const date of ['2026-09-07', '2026-09-18', '2026-08-28'])
      expect(refusal(loan, move(date))).toMatchObject({ reason: 'dateNotAvailable' })
  })
})

describe('refunds, 301 to 306 (domain.md §10)', () => {
  const refund = (
    changeType: RefundRequest['changeType'],
    amount: string,
    more: Partial<RefundRequest> = {},
  ): RefundRequest => ({
    changeType,
    amount: money(amount),
    eventId: null,
    refundedOfKind: cents(0n),
    accountReturned: false,
    ...more,
  })
  const event = (id: string, kind: AccountEvent['kind'], date: string, amount: string): AccountEvent => ({
    id,
    kind,
    date: day(date),
    amount: money(amount),
  })

  test('301: what was overpaid, never more, and never to an account that came back closed', () => {
    const paidOff = {
      ...aLiveLoan(12, day('2026-12-15')),
      state: { status: LoanStatus.terminated, subStatus: TerminatedSubStatus.paidOff },
    }
    const over = { ...paidOff, events: [...paidOff.events, event('late', 'payment', '2026-12-14', '10.00')] }
    const owed = replayAccount(over.terms, over.events).state.overpaid
    const all = { ...refund(ChangeType.refundOverpayment, '0.00'), amount: owed }
    expect(planned(over, all).entries).toEqual([{ kind: 'refund', date: day('2026-12-16'), amount: owed }])
    expect(refusal(over, { ...all, amount: cents(owed + 1n) })).toEqual({
      reason: 'amountTooLarge',
      most: owed,
    })
    expect(refusal(over, { ...all, accountReturned: true })).toMatchObject({ why: 'accountReturned' })
  })

  test('302: a debit taken twice goes back whole and counts no more', () => {
    const twice = { ...loan, events: [...loan.events, event('twice', 'payment', '2026-08-21', '119.54')] }
    const request = refund(ChangeType.refundDuplicateDebit, '119.54', { eventId: 'twice' })
    const plan = planned(twice, request)
    expect(plan).toMatchObject({ uncounted: ['twice'], entries: [] })
    expect(plan.newSchedule.totalOfPayments).toBe(
      planned(loan, { changeType: ChangeType.skip, number: 5 }).oldSchedule.totalOfPayments,
    )
    expect(refusal(twice, { ...request, amount: money('100.00') })).toMatchObject({
      reason: 'amountTooSmall',
    })
    expect(refusal(twice, { ...request, eventId: 'other' })).toEqual({ reason: 'amountTooLarge', most: 0n })
  })

  test('303 to 306: no more than was paid of the kind', () => {
    const withFee = {
      ...loan,
      events: [
        ...aLiveLoan(3, loan.today).events,
        event('fee', 'fee', '2026-08-10', '15.00'),
        event('installment/4', 'payment', '2026-08-21', '119.54'),
      ],
    }
    expect(planned(withFee, refund(ChangeType.refundFee, '15.00')).entries).toHaveLength(1)
    expect(refusal(withFee, refund(ChangeType.refundFee, '15.01'))).toEqual({
      reason: 'amountTooLarge',
      most: money('15.00'),
    })
    const again = refund(ChangeType.refundFee, '15.00', { refundedOfKind: money('15.00') })
    expect(refusal(withFee, again)).toEqual({ reason: 'amountTooLarge', most: 0n })
    expect(refusal(loan, refund(ChangeType.refundInterest, '316.46'))).toEqual({
      reason: 'amountTooLarge',
      most: money('316.45'),
    })
    expect(refusal(loan, refund(ChangeType.refundGoodwill, '478.17'))).toEqual({
      reason: 'amountTooLarge',
      most: money('478.16'),
    })
    expect(refusal(loan, refund(ChangeType.refundAfterCancellation, '1.00'))).toEqual({
      reason: 'amountTooLarge',
      most: 0n,
    })
    expect(refusal(loan, refund(ChangeType.refundGoodwill, '0.00'))).toMatchObject({
      reason: 'amountTooSmall',
    })
  })
})

describe('by hand, 901, 903, 905 (domain.md §10)', () => {
  const { onBatch, notChecked, checked, rejected } = TransactionStatus

  test('901 rejects only an entry on batch, 903 checks only a receipt entered by hand', () => {
    const move = (changeType: 901 | 903, status: TransactionStatus, isManual: boolean): ChangeRequest => ({
      changeType,
      transactionNo: 't-1',
      status,
      isManual,
    })
    expect(planned(loan, move(901, onBatch, false)).moves).toEqual([{ transactionNo: 't-1', to: rejected }])
    expect(planned(loan, move(903, notChecked, true)).moves).toEqual([{ transactionNo: 't-1', to: checked }])
    for (const request of [
      move(901, notChecked, false),
      move(903, notChecked, false),
      move(903, checked, true),
    ])
      expect(refusal(loan, request)).toEqual({ reason: 'changeTypeRefused', why: 'transactionStatus' })
  })

  test('905 brings back what the change took off, until anything of it was sent or its cut-off has passed', () => {
    const skip = planned(loan, { changeType: ChangeType.skip, number: 5 })
    const changed = {
      ...loan,
      installments: installmentsAfter(loan.installments, skip),
      open: { kind: 'schedule', mode: 'debit', possibleOn: day('2026-09-02') } as const,
    }
    const cancel = (debitStatus: TransactionStatus | null, cutOffAt = skip.cutOffAt): ChangeRequest => ({
      changeType: ChangeType.cancelChange,
      change: {
        cutOffAt,
        deletedNumbers: skip.deletedNumbers,
        newNumbers: skip.newInstallments.map(({ number }) => number),
        debitStatus,
        paymentModeBefore: PaymentMode.ach,
        payrollBefore: null,
      },
    })
    const plan = planned(changed, cancel(null))
    expect(plan.newSchedule.totalOfPayments).toBe(skip.oldSchedule.totalOfPayments)
    expect(plan).toMatchObject({ restoredNumbers: skip.deletedNumbers, newInstallments: [] })
    const back = installmentsAfter(changed.installments, plan)
    expect(back.filter(({ flags }) => flags === InstallmentFlag.default)).toEqual(loan.installments)
    const taken = back.filter(({ number }) => number > 12)
    expect(taken.every(({ flags }) => hasFlag(flags, InstallmentFlag.cancelled))).toBe(true)
    expect(refusal(changed, cancel(onBatch))).toEqual({ reason: 'changeNotCancelable' })
    expect(refusal(changed, cancel(null, loan.now))).toEqual({ reason: 'changeNotCancelable' })
  })
})

describe('help with a payment (issue "3 of 5", point 5)', () => {
  test('moved once, free of charge: to the end, or to a day before the next payment', () => {
    const { number, moveDates, extendedCounts } = hardshipChoices(loan)
    expect(number).toBe(5)
    expect(moveDates.map(formatLocalDate)).toContain('2026-09-17')
    expect(extendedCounts).toEqual([9])
    for (const to of ['end', day('2026-09-17')] as const) {
      const plan = hardshipPlan(loan, { help: 'move', number: 5, to }, 0)
      expect(plan.ok && plan.value.newSchedule.uncovered).toBe(0n)
    }
    expect(hardshipPlan(loan, { help: 'move', number: 5, to: 'end' }, 1)).toEqual({
      ok: false,
      error: { reason: 'changeTypeRefused', why: 'moveUsed' },
    })
  })

  test('an extended plan: more payments of a smaller amount within the product', () => {
    const plan = hardshipPlan(loan, { help: 'extend', count: 9 }, 0)
    if (!plan.ok) throw new Error(plan.error.reason)
    expect(plan.value.newSchedule.rows).toHaveLength(9)
    expect(plan.value.newInstallments[0]?.amount).toBeLessThan(money('119.54'))
    expect(plan.value).toMatchObject({ needsSignature: true, lastDateMovesByDays: 13 })
    expect(hardshipPlan(loan, { help: 'extend', count: 10 }, 0)).toMatchObject({
      error: { why: 'termTooLong' },
    })
  })

  test('stop ends the debits', () => {
    expect(hardshipPlan(loan, { help: 'stop' }, 3)).toMatchObject({ value: { authorization: 'revoke' } })
  })
})
