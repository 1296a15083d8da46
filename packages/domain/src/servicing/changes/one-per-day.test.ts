import { moveDatesOf } from './available-dates.ts'
import { changeBasis } from './change-basis.ts'
import { describe, expect, test } from 'vitest'
import type { LocalDate } from '../../calendar/local-date.ts'
import { PaydayAvailability, PaydayOnHoliday } from '../../calendar/payday-rules.ts'
import { ChangeType, TransactionPurpose, TransactionStatus } from '../../payments/codes.ts'
import type { ServicedLoan } from '../serviced-loan.ts'
import type { ChangeRequest } from './change-request.ts'
import { hardshipChoices } from './hardship.ts'
import { installmentsAfter } from './installments-after.ts'
import { aLiveLoan, day, money } from './live-loan.sample.ts'
import { planChange } from './plan-change.ts'

/** The days that a payment may be moved to. */
function moveDates(loan: ServicedLoan, number: number): readonly LocalDate[] {
  const basis = changeBasis(loan)
  const moved = basis.open.find((one) => one.number === number)
  return moved === undefined ? [] : moveDatesOf(basis, moved)
}

/** The loan after a saved change, as the next one finds it. */
function saved(loan: ServicedLoan, request: ChangeRequest): ServicedLoan {
  const plan = planChange(loan, request)
  if (!plan.ok) throw new Error(plan.error.reason)
  const { payrollAfter, paymentModeAfter } = plan.value
  const installments = installmentsAfter(loan.installments, plan.value)
  return { ...loan, ...payrollAfter, paymentMode: paymentModeAfter, installments }
}

const availability = (of: PaydayAvailability): ChangeRequest => ({
  changeType: ChangeType.paydayAvailability,
  availability: of,
})
const move = (number: number, date: string): ChangeRequest => ({
  changeType: ChangeType.changeDate,
  number,
  date: day(date),
})
const dayTaken = { ok: false, error: { reason: 'changeTypeRefused', why: 'dayTaken' } }

describe('two installments of a loan never share a day (domain.md §10)', () => {
  /** Paid on Fridays and able to pay on Mondays: payments on 8 September (a Tuesday after Labor Day), 21 September, … */
  const onMondays = saved(aLiveLoan(4, day('2026-08-24')), availability(PaydayAvailability.nextBusinessDay))
  const [first, second] = onMondays.installments.filter(({ flags }) => flags === 256)

  test('109 is refused where a payment that was moved stands on the new day of the next one', () => {
    const number = first?.number ?? 0
    const last = moveDates(onMondays, number).at(-1)
    expect([second?.dueDate, last]).toEqual([day('2026-09-21'), day('2026-09-18')])
    const moved = saved(onMondays, move(number, '2026-09-18'))
    expect(planChange(moved, availability(PaydayAvailability.sameDay))).toMatchObject(dayTaken)
    // One day earlier there is room for both.
    const beside = saved(onMondays, move(number, '2026-09-17'))
    expect(planChange(beside, availability(PaydayAvailability.sameDay))).toMatchObject({ ok: true })
  })

  test('108 is refused where a payment that was moved stands on the new day of the next one', () => {
    // Paid on Mondays; Monday, 12 October is a bank holiday.
    const paydayRules = {
      onHoliday: PaydayOnHoliday.nextBusinessDay,
      availability: PaydayAvailability.sameDay,
    }
    const onHoliday = (of: PaydayOnHoliday): ChangeRequest => ({
      changeType: ChangeType.paydayOnHoliday,
      onHoliday: of,
    })
    const base = aLiveLoan(4, day('2026-08-24'))
    const mondays = ['2026-09-14', '2026-09-28', '2026-10-13', '2026-10-26', '2026-11-09', '2026-11-23']
    const loan: ServicedLoan = {
      ...base,
      paydayRules,
      paySchedule: { ...base.paySchedule, anchor: day('2026-09-14') } as ServicedLoan['paySchedule'],
      installments: [
        ...base.installments.slice(0, 4),
        ...mondays.map((date, index) => ({
          number: index + 5,
          dueDate: day(date),
          amount: money('160.00'),
          status: 0 as const,
          flags: 0,
        })),
      ],
    }
    const moved = saved(loan, move(6, '2026-10-09'))
    expect(planChange(moved, onHoliday(PaydayOnHoliday.previousBusinessDay))).toMatchObject(dayTaken)
    const beside = saved(loan, move(6, '2026-10-08'))
    expect(planChange(beside, onHoliday(PaydayOnHoliday.previousBusinessDay))).toMatchObject({ ok: true })
  })

  test('205: a day with a payment on its way is not offered, nor taken', () => {
    const retry = day('2026-09-11')
    const loan: ServicedLoan = {
      ...aLiveLoan(4, day('2026-08-24')),
      inFlight: [
        {
          transactionNo: 'retry',
          purpose: TransactionPurpose.representment,
          status: TransactionStatus.none,
          installmentNumber: 4,
          effectiveDate: retry,
          amount: money('119.54'),
        },
      ],
    }
    for (const number of [5, 6]) {
      expect(moveDates(loan, number)).not.toContain(retry)
      expect(planChange(loan, move(number, '2026-09-11'))).toMatchObject({ ok: false })
    }
    expect(hardshipChoices(loan).moveDates).not.toContain(retry)
  })

  test('a revocation is never refused for what stands on one day since before', () => {
    const loan = aLiveLoan(4, day('2026-08-24'))
    const [fifth] = loan.installments.slice(4)
    if (fifth === undefined) throw new Error('five payments')
    const doubled = {
      ...loan,
      installments: [...loan.installments, { ...fifth, number: 13, amount: money('20.00') }],
    }
    expect(planChange(doubled, { changeType: ChangeType.revokeFutureAch })).toMatchObject({ ok: true })
  })
})
