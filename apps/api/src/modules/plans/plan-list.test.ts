import { PaymentFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { cents } from '@dolphin/domain/money/cents'
import { describe, expect, test } from 'vitest'
import { recommendedPlan } from './plan-list.ts'

const plan = (
  count: number,
  payment: bigint,
  charge: bigint,
  frequency: PaymentFrequency = PaymentFrequency.biWeekly,
) => ({
  choice: { count, frequency },
  schedule: { levelPayment: cents(payment) },
  disclosure: { financeCharge: cents(charge) },
})

const PLANS = [plan(6, 13_000n, 18_000n), plan(8, 11_000n, 27_000n), plan(13, 8_500n, 50_000n)]
/** $1,000.00 a month makes 461.53 in two weeks; a share of it is the most that an installment may be. */
const affordable = (sharePercent: number) => ({
  affordable: { monthlyNetIncome: cents(100_000n), sharePercent },
})

describe('the plan to point at', () => {
  test('is the cheapest that leaves half of what the policy would allow', () => {
    expect(recommendedPlan({ affordable: null }, PLANS)?.choice.count).toBe(6)
    expect(recommendedPlan(affordable(50), PLANS)?.choice.count).toBe(8)
  })

  test('is never the one with the most payments where fewer are on offer (borrower-journey.md)', () => {
    expect(recommendedPlan(affordable(38), PLANS)?.choice.count).toBe(8)
    expect(recommendedPlan(affordable(30), PLANS)?.choice.count).toBe(8)
    const weekly = plan(26, 4_000n, 52_000n, PaymentFrequency.weekly)
    expect(recommendedPlan(affordable(38), [...PLANS, weekly])?.choice.frequency).toBe(
      PaymentFrequency.weekly,
    )
  })

  test('is the only one where there is no other', () => {
    expect(recommendedPlan(affordable(30), PLANS.slice(2))?.choice.count).toBe(13)
    expect(recommendedPlan(affordable(30), [])).toBeUndefined()
  })
})
