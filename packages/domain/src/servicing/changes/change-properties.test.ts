import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type LocalDate } from '../../calendar/local-date.ts'
import { PaydayAvailability, PaydayOnHoliday } from '../../calendar/payday-rules.ts'
import { PaymentFrequency, PayrollFrequency } from '../../calendar/payroll-frequency.ts'
import { LoanStatus } from '../../loans/codes.ts'
import {
  ChangeType,
  InstallmentFlag,
  PaymentMode,
  TransactionPurpose,
  TransactionStatus,
} from '../../payments/codes.ts'
import { hasFlag } from '../../payments/installment-flags.ts'
import { type Cents, cents, sum } from '../../money/cents.ts'
import { type Rational, rational } from '../../money/rational.ts'
import { buildSchedule, ScheduleMethod } from '../../schedule/build-schedule.ts'
import { installmentDates } from '../../schedule/testing/installment-dates.ts'
import type { AccountEvent } from '../account-event.ts'
import type { ProjectedPayment } from '../projection.ts'
import type { AgreedInstallment, ServicedLoan } from '../serviced-loan.ts'
import { makeupDatesOf, moveDatesOf, singleDebitDates } from './available-dates.ts'
import { changeBasis, missedOne } from './change-basis.ts'
import type { ChangePlan } from './change-plan.ts'
import type { ChangeRequest } from './change-request.ts'
import { installmentsAfter } from './installments-after.ts'
import { aLiveLoan, day, morningOf } from './live-loan.sample.ts'
import { planChange } from './plan-change.ts'
import { keptPayment, calculateTargets } from './target-payments.ts'
import { AGREEMENT_VERSION, paymentOrderOf } from '../../payments/payment-order.ts'

const START = day('2026-01-05')
const { calendar } = aLiveLoan(0, START).hours

interface Lot {
  readonly principal: number
  readonly ratePercent: number
  readonly count: number
  readonly startAfter: number
  readonly weekly: boolean
  readonly anchorShift: number
  readonly onHoliday: PaydayOnHoliday
  readonly availability: PaydayAvailability
  readonly made: number
  readonly missed: boolean
  readonly dayInPeriod: number
  /** The missed payment is with the bank again. */
  readonly retried: boolean
}

const anyLot: fc.Arbitrary<Lot> = fc.record({
  principal: fc.integer({ min: 20_000, max: 150_000 }),
  ratePercent: fc.integer({ min: 30, max: 300 }),
  count: fc.integer({ min: 3, max: 14 }),
  startAfter: fc.integer({ min: 0, max: 1_000 }),
  weekly: fc.boolean(),
  anchorShift: fc.integer({ min: 0, max: 13 }),
  onHoliday: fc.constantFrom(...Object.values(PaydayOnHoliday)),
  availability: fc.constantFrom(...Object.values(PaydayAvailability)),
  made: fc.integer({ min: 0, max: 12 }),
  missed: fc.boolean(),
  dayInPeriod: fc.integer({ min: 0, max: 12 }),
  retried: fc.boolean(),
})

const rate = (percent: number): Rational => rational(BigInt(percent), 100n)

/** A loan of the shipped method with some payments made, perhaps the last of them missed. */
function loanOf(lot: Lot): ServicedLoan {
  const effectiveDate = calendar.onOrAfter(addDays(START, lot.startAfter))
  const frequency = lot.weekly ? PaymentFrequency.weekly : PaymentFrequency.biWeekly
  const paydayRules = { onHoliday: lot.onHoliday, availability: lot.availability }
  const paySchedule = { frequency, anchor: addDays(effectiveDate, lot.anchorShift) }
  const firstDueAfterDays = { minimum: 7, maximum: 31 }
  const dates = installmentDates({
    paySchedule,
    rules: paydayRules,
    frequency,
    count: lot.count,
    effectiveDate,
    firstDueAfterDays,
    calendar,
  })
  const annualRate = rate(lot.ratePercent)
  const principal = cents(BigInt(lot.principal))
  const method = ScheduleMethod.simpleDaily
  const schedule = buildSchedule({ method, principal, annualRate, frequency, effectiveDate, dates })
  const made = Math.min(lot.made, lot.count - 1)
  const missedNumber = lot.missed ? made : 0
  const last = schedule.installments[made - 1]?.dueDate ?? effectiveDate
  const today = addDays(last, 1 + (lot.dayInPeriod % (lot.weekly ? 6 : 13)))
  const paid = schedule.installments.slice(0, made).filter(({ number }) => number !== missedNumber)
  return aLiveLoan(0, today, {
    state: { status: LoanStatus.processing, subStatus: null },
    legalFacts: [],
    terms: {
      principal,
      prepaidCharge: cents(0n),
      effectiveDate,
      accrual: { method, annualRate },
      interestCredits: [],
      order: paymentOrderOf(AGREEMENT_VERSION),
    },
    events: paid.map(
      ({ number, dueDate, payment }): AccountEvent => ({
        id: `installment/${number}`,
        kind: 'payment',
        date: dueDate,
        amount: payment,
      }),
    ),
    installments: schedule.installments.map(({ number, dueDate, payment }) => ({
      number,
      dueDate,
      amount: payment,
      status: statusOf(number, made, missedNumber),
      flags: InstallmentFlag.default,
    })),
    paySchedule,
    paydayRules,
    frequency,
    limits: { maximumInstallments: 30, maximumTermDays: 365 },
    now: morningOf(today),
    inFlight:
      lot.retried && missedNumber > 0
        ? [
            {
              transactionNo: 'retry',
              purpose: TransactionPurpose.representment,
              status: TransactionStatus.onBatch,
              installmentNumber: missedNumber,
              effectiveDate: calendar.next(today),
              amount: schedule.levelPayment,
            },
          ]
        : [],
  })
}

function statusOf(number: number, made: number, missed: number): TransactionStatus {
  if (number === missed) return TransactionStatus.rejected
  return number <= made ? TransactionStatus.checked : TransactionStatus.none
}

interface Draw {
  readonly kind: number
  readonly pick: number
  readonly share: number
}

const anyDraw: fc.Arbitrary<Draw> = fc.record({
  kind: fc.integer({ min: 0, max: 14 }),
  pick: fc.nat(40),
  share: fc.integer({ min: 1, max: 100 }),
})

const picked = <T>(list: readonly T[], pick: number, other: T): T =>
  list.length === 0 ? other : (list[pick % list.length] ?? other)

/** A request of every kind that alters a schedule, mostly one that may be had. */
function requestOf(loan: ServicedLoan, { kind, pick, share }: Draw): ChangeRequest {
  const basis = changeBasis(loan)
  const paymentMode = PaymentMode.ach
  const debitDay: LocalDate = picked(singleDebitDates(basis), pick, loan.today)
  const shareOf = (amount: bigint): Cents => cents((amount * BigInt(share)) / 100n + 1n)
  const fixedInstallment: AgreedInstallment = {
    number: 0,
    dueDate: loan.today,
    amount: cents(0n),
    status: TransactionStatus.none,
    flags: 0,
  }
  const one = picked(basis.open, pick, loan.installments[0] ?? fixedInstallment)
  const missed = loan.installments.find(({ number }) => missedOne(basis, number) !== undefined) ?? one
  const requests: readonly (() => ChangeRequest)[] = [
    () => ({ changeType: ChangeType.payOff, date: debitDay, paymentMode }),
    () => ({
      changeType: ChangeType.payOffInN,
      count: 1 + (pick % Math.max(1, basis.open.length)),
      paymentMode,
    }),
    () => ({ changeType: ChangeType.payFixedAmount, amount: shareOf(2n * basis.regular), paymentMode }),
    () => ({
      changeType: ChangeType.payDown,
      date: debitDay,
      amount: shareOf(basis.state.principal),
      effect: 'shorter',
      paymentMode,
    }),
    () => ({
      changeType: ChangeType.payDown,
      date: debitDay,
      amount: shareOf(basis.state.principal),
      effect: 'smaller',
      paymentMode,
    }),
    () => ({ changeType: ChangeType.revokeFutureAch }),
    () => ({
      changeType: ChangeType.changePayrollDate,
      paySchedule: { frequency: loan.frequency, anchor: addDays(loan.today, pick % 14) },
    }),
    () => ({
      changeType: ChangeType.changePayrollFrequency,
      paySchedule: picked(
        [
          { frequency: PayrollFrequency.weekly, anchor: addDays(loan.today, pick % 7) },
          { frequency: PayrollFrequency.biWeekly, anchor: addDays(loan.today, pick % 14) },
          { frequency: PayrollFrequency.semiMonthly, days: [15, -1] },
          { frequency: PayrollFrequency.monthly, day: -11 },
        ],
        share,
        loan.paySchedule,
      ),
    }),
    () => ({ changeType: ChangeType.paydayOnHoliday, onHoliday: loan.paydayRules.onHoliday === 1 ? -1 : 1 }),
    () => ({
      changeType: ChangeType.paydayAvailability,
      availability: loan.paydayRules.availability === 1 ? 0 : 1,
    }),
    () => ({ changeType: ChangeType.skip, number: one.number }),
    () => ({
      changeType: ChangeType.makeup,
      number: missed.number,
      date: picked(makeupDatesOf(basis, missed), pick, loan.today),
    }),
    () => ({
      changeType: ChangeType.partialMakeup,
      number: missed.number,
      amount: shareOf(missed.amount),
      date: picked(makeupDatesOf(basis, missed), pick, loan.today),
    }),
    () => ({ changeType: ChangeType.changeAmount, number: one.number, amount: shareOf(2n * basis.regular) }),
    () => ({
      changeType: ChangeType.changeDate,
      number: one.number,
      date: picked(moveDatesOf(basis, one), pick, loan.today),
    }),
  ]
  return picked(requests, kind, () => ({ changeType: ChangeType.revokeFutureAch }))()
}

/** Kinds after which all that is owed is covered, whatever was missed before. */
const COVERING: ReadonlySet<ChangeType> = new Set<ChangeType>([
  ChangeType.payOff,
  ChangeType.payOffInN,
  ChangeType.payFixedAmount,
  ChangeType.skip,
  ChangeType.changeAmount,
  ChangeType.changeDate,
])

function expectSound(loan: ServicedLoan, plan: ChangePlan): void {
  const basis = changeBasis(loan)
  const { newSchedule, oldSchedule, debit } = plan
  const { rows } = newSchedule
  expect(sum(rows.map(({ payment }) => payment))).toBe(newSchedule.totalOfPayments)
  expect(sum(rows.map(({ fee, interest, principal }) => cents(fee + interest + principal)))).toBe(
    newSchedule.totalOfPayments,
  )
  const repaid = sum(rows.map(({ principal }) => principal))
  const left = rows.at(-1)?.balanceAfter ?? basis.state.principal
  expect(repaid + left).toBe(basis.state.principal)
  if (COVERING.has(plan.changeType)) expect(newSchedule.uncovered).toBe(0n)
  if (left > 0n) expect(newSchedule.uncovered).toBeGreaterThan(0n)
  if (newSchedule.uncovered > 0n)
    expect(plan.remarks).toContainEqual({ code: 'uncovered', amount: newSchedule.uncovered })
  expect(plan.costDifference).toBe(
    newSchedule.totalOfPayments + newSchedule.uncovered - oldSchedule.totalOfPayments - oldSchedule.uncovered,
  )
  const days = rows
    .filter(({ source }) => source === 'agreed' || source === 'new')
    .map(({ dueDate }) => dueDate)
  expect(days.every((date, index) => index === 0 || date > (days[index - 1] ?? date))).toBe(true)
  expect(days.every((date) => calendar.isBankingDay(date))).toBe(true)
  expect(debit === null || calendar.isBankingDay(debit.date)).toBe(true)
}

/** What may be touched was; what is near or past was not; a number is never used twice. */
function expectUntouched(loan: ServicedLoan, plan: ChangePlan): void {
  const basis = changeBasis(loan)
  const open = new Set(basis.open.map(({ number }) => number))
  expect(plan.deletedNumbers.every((number) => open.has(number))).toBe(true)
  expect(plan.newInstallments.every(({ dueDate }) => dueDate >= basis.firstChangeable)).toBe(true)
  const numbers = plan.newInstallments.map(({ number }) => number)
  expect(numbers).toEqual(numbers.map((_, index) => basis.highestNumber + index + 1))
  for (const row of plan.newSchedule.rows.filter(({ source }) => source === 'agreed')) {
    const agreed = loan.installments.find(({ number }) => number === row.number)
    expect(agreed).toMatchObject({ dueDate: row.dueDate, flags: row.flags })
    expect(row.payment <= (agreed?.amount ?? 0n)).toBe(true)
  }
  for (const { unusualBy, noticeBy } of plan.notices)
    expect(loan.today <= unusualBy && (noticeBy === null || loan.today <= noticeBy)).toBe(true)
}

/** The loan as a saved change leaves it, for the next one. */
const afterSave = (loan: ServicedLoan, plan: ChangePlan): ServicedLoan => ({
  ...loan,
  ...plan.payrollAfter,
  paymentMode: plan.paymentModeAfter,
  authorized: loan.authorized && plan.authorization !== 'revoke',
  installments: installmentsAfter(loan.installments, plan),
})

/** Saved and read again, the loan comes to what the preview said. */
function expectSameAfterSave(
  loan: ServicedLoan,
  plan: ChangePlan,
  before: readonly AgreedInstallment[] = [],
): void {
  const saved = { ...loan, installments: installmentsAfter(loan.installments, plan) }
  const after = changeBasis(saved)
  expect(after.arriving).toEqual(changeBasis(loan).arriving)
  const again = calculateTargets(after, after.open.map(keptPayment), plan.debit)
  const amounts = ({ dueDate, payment, interest, balanceAfter }: Omit<ProjectedPayment, 'number'>) =>
    [dueDate, payment, interest, balanceAfter].join()
  expect(again.payments.map(({ projected }) => amounts(projected))).toEqual(
    plan.newSchedule.rows.map(amounts),
  )
  expect(again.uncovered).toBe(plan.newSchedule.uncovered)
  const off = new Set(
    before.filter(({ flags }) => hasFlag(flags, InstallmentFlag.deleted)).map(({ number }) => number),
  )
  const deleted = saved.installments.filter(
    ({ number, flags }) => hasFlag(flags, InstallmentFlag.deleted) && !off.has(number),
  )
  expect(new Set(deleted.map(({ number }) => number))).toEqual(new Set(plan.deletedNumbers))
}

describe('every change of any loan (domain.md §10; issue "3 of 5", point 2)', () => {
  test('repays to the cent or names what is left, touches nothing near, and is saved as previewed', () => {
    const made = new Map<ChangeType, number>()
    fc.assert(
      fc.property(anyLot, anyDraw, (lot, draw) => {
        const loan = loanOf(lot)
        const plan = planChange(loan, requestOf(loan, draw))
        if (!plan.ok) return
        made.set(plan.value.changeType, (made.get(plan.value.changeType) ?? 0) + 1)
        expectSound(loan, plan.value)
        expectUntouched(loan, plan.value)
        expectSameAfterSave(loan, plan.value)
      }),
      { seed: 1041, numRuns: 2_000 },
    )
    expect(made.size).toBe(14)
    expect(Math.min(...made.values())).toBeGreaterThanOrEqual(10)
  }, 120_000)

  test('made one after another, each is saved as previewed, and no two payments fall on one day', () => {
    const made = new Map<ChangeType, number>()
    const draws = fc.array(anyDraw, { minLength: 2, maxLength: 4 })
    fc.assert(
      fc.property(anyLot, draws, (lot, asked) => {
        let loan = loanOf({ ...lot, retried: false })
        for (const draw of asked) {
          const plan = planChange(loan, requestOf(loan, draw))
          if (!plan.ok || plan.value.debit !== null) continue
          made.set(plan.value.changeType, (made.get(plan.value.changeType) ?? 0) + 1)
          expectSound(loan, plan.value)
          expectSameAfterSave(loan, plan.value, loan.installments)
          loan = afterSave(loan, plan.value)
        }
      }),
      { seed: 1042, numRuns: 1_000 },
    )
    expect(made.size).toBe(12)
  }, 120_000)
})
