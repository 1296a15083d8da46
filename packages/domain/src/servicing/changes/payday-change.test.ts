import { describe, expect, test } from 'vitest'
import { addDays, formatLocalDate } from '../../calendar/local-date.ts'
import { PaydayAvailability, PaydayOnHoliday } from '../../calendar/payday-rules.ts'
import { PaymentFrequency, PayrollFrequency } from '../../calendar/payroll-frequency.ts'
import { ChangeType } from '../../payments/codes.ts'
import type { ServicedLoan } from '../serviced-loan.ts'
import type { ChangePlan } from './change-plan.ts'
import type { ChangeRefusal } from './change-refusal.ts'
import type { ChangeRequest } from './change-request.ts'
import { installmentsAfter } from './installments-after.ts'
import { aLiveLoan, day, money } from './live-loan.sample.ts'
import { planChange } from './plan-change.ts'

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

describe('paydays, 105, 106, 108, 109 (domain.md §10)', () => {
  const loan = aLiveLoan(4, day('2026-08-24'))

  test('105: Wednesdays instead of Fridays move every payment, interest follows the days', () => {
    const plan = planned(loan, {
      changeType: ChangeType.changePayrollDate,
      paySchedule: { frequency: PayrollFrequency.biWeekly, anchor: day('2026-08-26') },
    })
    expect(plan.newSchedule.rows.map(({ dueDate }) => formatLocalDate(dueDate))).toEqual([
      '2026-09-09',
      '2026-09-23',
      '2026-10-07',
      '2026-10-21',
      '2026-11-04',
      '2026-11-18',
      '2026-12-02',
      '2026-12-16',
    ])
    expect(plan.newSchedule.rows[0]?.interest).toBe(money('86.39'))
    expect(plan.lastDateMovesByDays).toBe(5)
    expect(plan.newSchedule.uncovered).toBe(0n)
  })

  test('106: paid weekly and paying weekly, the amounts are levelled until the same last week', () => {
    const plan = planned(loan, {
      changeType: ChangeType.changePayrollFrequency,
      paySchedule: { frequency: PayrollFrequency.weekly, anchor: day('2026-08-28') },
      frequency: PaymentFrequency.weekly,
    })
    expect(plan.newSchedule.rows).toHaveLength(15)
    expect(plan.newSchedule).toMatchObject({ lastDate: day('2026-12-11'), uncovered: 0n })
    expect(plan.payrollAfter?.frequency).toBe(PaymentFrequency.weekly)
  })

  test('106: weekly payments are for those paid weekly', () => {
    const request: ChangeRequest = {
      changeType: ChangeType.changePayrollFrequency,
      paySchedule: { frequency: PayrollFrequency.monthly, day: 1 },
      frequency: PaymentFrequency.weekly,
    }
    expect(refusal(loan, request)).toEqual({ reason: 'changeTypeRefused', why: 'frequencyNotOffered' })
  })

  test('109: pay that can be used a day later moves each payment to the next banking day', () => {
    const plan = planned(loan, {
      changeType: ChangeType.paydayAvailability,
      availability: PaydayAvailability.nextBusinessDay,
    })
    expect(plan.newSchedule.rows[0]?.dueDate).toBe(day('2026-09-08'))
    expect(plan.newSchedule.lastDate).toBe(day('2026-12-14'))
    expect(plan.newInstallments).toHaveLength(8)
  })

  test('108: nothing moves where no payday is a holiday; the rule itself is kept', () => {
    const plan = planned(loan, {
      changeType: ChangeType.paydayOnHoliday,
      onHoliday: PaydayOnHoliday.nextBusinessDay,
    })
    expect(plan.newInstallments).toEqual([])
    expect(plan.payrollAfter?.paydayRules.onHoliday).toBe(PaydayOnHoliday.nextBusinessDay)
    expect(
      refusal(loan, {
        changeType: ChangeType.paydayOnHoliday,
        onHoliday: PaydayOnHoliday.previousBusinessDay,
      }),
    ).toEqual({ reason: 'changeTypeRefused', why: 'sameAsBefore' })
  })

  test('an end beyond the term of the product is refused', () => {
    const short = { ...loan, limits: { maximumInstallments: 26, maximumTermDays: 171 } }
    const request: ChangeRequest = {
      changeType: ChangeType.changePayrollDate,
      paySchedule: { frequency: PayrollFrequency.biWeekly, anchor: day('2026-08-26') },
    }
    expect(refusal(short, request)).toEqual({ reason: 'changeTypeRefused', why: 'termTooLong' })
  })

  /** The loan once a change of it is saved. */
  const saved = (of: ServicedLoan, request: ChangeRequest): ServicedLoan => ({
    ...of,
    installments: installmentsAfter(of.installments, planned(of, request)),
  })
  const rowsOf = (plan: ChangePlan) => plan.newSchedule.rows.map(({ dueDate }) => formatLocalDate(dueDate))

  test.each([
    // The payment skipped and the interest that this costs go to the end, Dec 24 and Jan 8; on Wednesdays Dec 30 and Jan 13
    [
      5,
      [
        '2026-09-23',
        '2026-10-07',
        '2026-10-21',
        '2026-11-04',
        '2026-11-18',
        '2026-12-02',
        '2026-12-16',
        '2026-12-30',
        '2027-01-13',
      ],
    ],
    [
      7,
      [
        '2026-09-09',
        '2026-09-23',
        '2026-10-21',
        '2026-11-04',
        '2026-11-18',
        '2026-12-02',
        '2026-12-16',
        '2026-12-30',
        '2027-01-13',
      ],
    ],
  ])('105 after payment %i was skipped (201): no payment goes back to the skipped payday', (number, days) => {
    const longer = { ...loan, limits: { maximumInstallments: 26, maximumTermDays: 300 } }
    const skipped = saved(longer, { changeType: ChangeType.skip, number })
    const plan = planned(skipped, {
      changeType: ChangeType.changePayrollDate,
      paySchedule: { frequency: PayrollFrequency.biWeekly, anchor: day('2026-08-26') },
    })
    expect(rowsOf(plan)).toEqual(days)
  })

  test('105 keeps a schedule that we shifted, beyond the term of the product too', () => {
    const lateDays = [{ from: day('2026-09-04'), to: day('2026-10-16') }]
    // Christmas is a Friday
    const installments = loan.installments.map((one) =>
      one.number < 5 ? one : { ...one, dueDate: addDays(one.dueDate, one.number === 10 ? 41 : 42) },
    )
    const shifted = { ...aLiveLoan(4, day('2026-10-06')), terms: { ...loan.terms, lateDays }, installments }
    const plan = planned(shifted, {
      changeType: ChangeType.changePayrollDate,
      paySchedule: { frequency: PayrollFrequency.biWeekly, anchor: day('2026-08-26') },
    })
    expect(rowsOf(plan)).toHaveLength(8)
    expect(rowsOf(plan)[0]).toBe('2026-10-21')
    expect(plan.newSchedule).toMatchObject({ lastDate: day('2027-01-27'), uncovered: 0n })
    // The 42 days cost nothing: the first payment bears the 86.39 of 19 days, rounded for each stretch of them
    expect(plan.newSchedule.rows[0]?.interest).toBe(money('86.38'))
  })
})
