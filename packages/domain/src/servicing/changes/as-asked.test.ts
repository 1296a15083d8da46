import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LoanStatus } from '../../loans/codes.ts'
import { cents } from '../../money/cents.ts'
import { PayrollFrequency } from '../../calendar/payroll-frequency.ts'
import { ChangeType, TransactionStatus } from '../../payments/codes.ts'
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
