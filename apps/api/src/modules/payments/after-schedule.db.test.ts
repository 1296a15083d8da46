import { LoanStatus } from '@dolphin/domain/loans/codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, formatLocalDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { CALLS } from '@dolphin/contract/registry'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { debitsOf, moneyDays, noticesOf } from '../../testing/money-days.ts'
import { runPastDueRound } from './past-due.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

/** Told, sent and taken, in time for a payment of that day. */
function daysOf(due: LocalDate): readonly [string, string, string] {
  const { calendar } = api.deps
  const [told, sent] = [calendar.addBankingDays(due, -5), calendar.previous(due)]
  return [formatLocalDate(told), formatLocalDate(sent), formatLocalDate(due)]
}

test('a past-due notice covers the interest of a last payment that came late (docs/guides/servicing.md)', async () => {
  const days = moneyDays(api)
  const loan = await days.fundOne()
  const plan = await findCurrentPlan(api.database.db, loan)
  for (const { dueDate } of plan?.installments ?? []) await days.collect(daysOf(dueDate))
  const last = (await debitsOf(api, loan)).at(-1)
  assert(last !== undefined, 'every payment was tried')
  const back = formatLocalDate(api.deps.calendar.next(last.effectiveDate))
  await days.bankSays(back, [{ transaction: last, code: 'R01' }])
  const again = (await debitsOf(api, loan)).find(({ status }) => status === TransactionStatus.none)
  assert(again !== undefined, 'it is planned again')
  await days.collect(daysOf(again.effectiveDate))
  await days.settle(formatLocalDate(api.deps.calendar.addBankingDays(again.effectiveDate, 2)))
  expect(await findLoan(api.database.db, loan)).toMatchObject({ status: LoanStatus.processing })

  const told = async () => (await noticesOf(api, loan)).filter((kind) => kind === 'loanPastDue').length
  const before = await told()
  await liveOn(api, `${formatLocalDate(addDays(again.effectiveDate, 3))}T09:00:00-04:00`)
  await runPastDueRound(days.money)
  expect(await told()).toBe(before)
  await liveOn(api, `${formatLocalDate(addDays(again.effectiveDate, 4))}T09:00:00-04:00`)
  await runPastDueRound(days.money)
  await runPastDueRound(days.money)
  expect(await told()).toBe(before + 1)
  const page = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
  expect(page).toMatchObject({ daysOverdue: 4, pastDueAmount: page.payoffToday })
  // Owed beyond the plan, it is no reason for collection
  await liveOn(api, `${formatLocalDate(addDays(again.effectiveDate, 31))}T09:00:00-04:00`)
  await runPastDueRound(days.money)
  expect(await findLoan(api.database.db, loan)).toMatchObject({ status: LoanStatus.processing })
  const later = await loan.client.ask(CALLS.paymentDetail, { query: { loanNo: loan.loanNo } })
  expect(later).toMatchObject({ daysOverdue: 31, pastDueAmount: later.payoffToday })
})
