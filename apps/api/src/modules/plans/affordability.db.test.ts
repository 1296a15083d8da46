import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { calculatePaymentScheduleCall, getPaymentOptionCall } from '@dolphin/contract/plans'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { type AppliedLoan, qualifyForLoan } from '../../testing/offers.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Paid on the 1st and 15th, as the sandbox user is. */
const TWICE_A_MONTH = {
  payrollFrequency: String(PayrollFrequency.semiMonthly),
  lastPayday: '',
  firstSemiMonthlyDay: '1',
  secondSemiMonthlyDay: '15',
}

async function shortestPlan({ client, loanNo }: AppliedLoan, firstDate?: string) {
  const query = { loanNo, ...(firstDate === undefined ? {} : { firstDate }) }
  const { plans } = await client.ask(getPaymentOptionCall, { query })
  const [shortest] = plans.toSorted((a, b) => a.number - b.number)
  if (shortest === undefined) throw new Error('there are plans')
  const body = { mode: 0 as const, loanNo, optionId: shortest.optionId }
  return client.ask(calculatePaymentScheduleCall, { body })
}

test('a plan that falls short of the account says on which day, and the first date that fits (decisions/affordability)', async () => {
  const loan = await qualifyForLoan(api, { bankUser: 'user_tight', employment: TWICE_A_MONTH })
  const soonest = await shortestPlan(loan)
  const { shortfallDates, betterFirstDate, lowest, events } = soonest.affordability ?? {}
  expect(shortfallDates).toEqual(['2026-04-10'])
  expect(lowest?.date).toBe('2026-04-10')
  expect(events?.find(({ kind }) => kind === 'bill')).toMatchObject({
    date: '2026-04-03',
    label: 'hillside apartments rent',
    amount: '-2350.00',
  })
  expect(betterFirstDate).toBe('2026-04-01')
  const moved = await shortestPlan(loan, betterFirstDate ?? undefined)
  expect(moved.plan.firstDate).toBe('2026-04-01')
  expect(moved.affordability).toMatchObject({ shortfallDates: [], betterFirstDate: null })
})

test('every installment of the outlook is the schedule’s own, and nothing is suggested where all fits', async () => {
  const loan = await qualifyForLoan(api)
  const { installments, affordability } = await shortestPlan(loan)
  const shown = affordability?.events.filter(({ kind }) => kind === 'installment') ?? []
  const within = installments.filter(({ dueDate }) => dueDate <= (affordability?.to ?? ''))
  expect(shown.map(({ date, amount }) => [date, amount])).toEqual(
    within.map(({ dueDate, amount }) => [dueDate, `-${amount}`]),
  )
  expect(affordability).toMatchObject({ accountTail: '2333', shortfallDates: [], betterFirstDate: null })
})
