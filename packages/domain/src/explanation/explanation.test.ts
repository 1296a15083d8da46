import { expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { cents } from '../money/cents.ts'
import { explainNotice } from './explain-notice.ts'
import { type ExplainedPlan, explainInstallment, explainPlan } from './explain-plan.ts'

const plan: ExplainedPlan = {
  amount: cents(50_000n),
  amountFinanced: cents(47_500n),
  prepaidFinanceCharge: cents(2_500n),
  financeCharge: cents(22_500n),
  totalOfPayments: cents(70_000n),
  installmentAmount: cents(7_000n),
  installmentCount: 10,
  apr: '260.01',
  annualRate: '195.00',
  effectiveDate: localDate(2026, 3, 4),
  firstDate: localDate(2026, 3, 13),
  lastDate: localDate(2026, 7, 17),
}

test('every figure of a plan says from what, by which rule and where the rule stands (12 CFR 1026.18)', () => {
  const found = explainPlan(plan)
  expect(found.map(({ subject, value }) => [subject, value])).toEqual([
    ['amount financed', '$475.00'],
    ['finance charge', '$225.00'],
    ['total of payments', '$700.00'],
    ['APR', '260.01%'],
    ['first date', '2026-03-13'],
    ['installment', '$70.00'],
  ])
  for (const { rule, source, inputs } of found) {
    expect(rule.length).toBeGreaterThan(10)
    expect(source).not.toBe('')
    expect(inputs.length).toBeGreaterThan(0)
  }
})

test('an installment names the balance, the days and the rate that its interest follows from', () => {
  const one = explainInstallment(plan, plan.effectiveDate, {
    number: 1,
    dueDate: plan.firstDate,
    principal: cents(4_596n),
    interest: cents(2_404n),
    amount: cents(7_000n),
    balanceAfter: cents(45_404n),
  })
  expect(one.value).toBe('$70.00 on 2026-03-13')
  expect(one.inputs).toContainEqual({ name: 'balance before', value: '$500.00' })
  expect(one.inputs).toContainEqual({ name: 'days', value: '9' })
})

test('a notice says by which law or fact it went out', () => {
  const of = (kind: string) => explainNotice({ kind, key: `${kind}/1`, queuedAt: 'then', state: 'sent' })
  expect(of('adverseAction').source).toContain('1002.9')
  expect(of('counteroffer').source).toContain('9(a)(1)-6')
  expect(of('noia').source).toContain('1002.9(c)(2)')
  expect(of('noiaNoIbv').rule).toContain('newest step')
  expect(of('loanFunded').rule).toContain('transaction of the fact')
})
