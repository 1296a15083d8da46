import { LoanStatus } from '@dolphin/domain/loans/codes'
import { CALLS } from '@dolphin/contract/registry'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { assert } from '@dolphin/domain/assert'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, moneyToWire, sum } from '@dolphin/domain/money/cents'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { fundLoan, liveOn } from '../../testing/funded-loans.ts'

let api: TestApi

beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

test('days overdue are those of the oldest installment that no payment covers, as its row has it', async () => {
  const { client, loanNo, portfolioId } = await fundLoan(api)
  const { db } = api.database
  await db.execute(
    sql`update loans set status = ${LoanStatus.collecting}, sub_status = 'notified' where loan_no = ${loanNo}`,
  )
  const loan = await findLoan(db, { portfolioId, loanNo })
  assert(loan !== undefined, 'the loan is there')
  const due = (await findCurrentPlan(db, loan))?.installments.slice(0, 3) ?? []
  const [oldest, , third] = due
  assert(oldest !== undefined && third !== undefined, 'three payments were agreed')
  await liveOn(api, `${formatLocalDate(addDays(oldest.dueDate, 40))}T09:00:00-04:00`)
  const collectionStatus = () => client.ask(CALLS.checkCollectionStatus, { body: { loanNo } })
  const amountDue = moneyToWire(cents(sum(due.map(({ amount }) => amount))))
  expect(await collectionStatus()).toMatchObject({ inCollection: true, daysOverdue: 40, amountDue })
  await db.execute(sql`update installments set due_date = ${formatLocalDate(addDays(oldest.dueDate, 10))}
    where plan_no = ${oldest.planNo} and number = ${oldest.number}`)
  expect(await collectionStatus()).toMatchObject({ daysOverdue: 30, amountDue })
})
