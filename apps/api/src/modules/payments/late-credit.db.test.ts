import { TransactionMode } from '@dolphin/domain/payments/codes'
import { LoanStatus, LoanFlag } from '@dolphin/domain/loans/codes'
import { listDisbursementLoanCall } from '@dolphin/contract/disbursement'
import { approveLoanCall } from '@dolphin/contract/applications-staff'
import { searchAuditCall } from '@dolphin/contract/examiner'
import { withdrawApplicationCall } from '@dolphin/contract/applications'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { formatLocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { batchOn, liveOn, settleOn } from '../../testing/funded-loans.ts'
import { moneyDays, noticesOf } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { sql } from 'drizzle-orm'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { runMoneyRound } from './timetable.ts'

let api: TestApi
let days: ReturnType<typeof moneyDays>
beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  days = moneyDays(api)
})
afterAll(() => api.close())

/** Every loan of these tests has its first payment on Friday, 2026-03-13. */
const RULE = expect.stringContaining('first payment is due 2026-03-13')

const loanOf = (loan: SignedLoan) => findLoan(api.database.db, loan)

/**
 * The loan is back with its borrower, no credit waits, and no day is promised. These borrowers have no decision on file, so
 * the amount is asked for again before the terms are signed.
 */
async function expectAskedAgain(loan: SignedLoan): Promise<void> {
  expect(await loanOf(loan)).toMatchObject({
    status: LoanStatus.originating,
    subStatus: 'customerReview',
    signedAt: null,
    disbursementDate: null,
    flags: [LoanFlag.reSignLoanAgreement, LoanFlag.recalculateLoanAmount],
  })
  const { loans } = await loan.client.ask(listDisbursementLoanCall, {})
  expect(loans).toMatchObject([{ effectiveDate: null, datesToPick: [], signsAgain: true }])
  expect(loans[0]?.next).toMatch(/^\/application\//)
  const told = await noticesOf(api, loan)
  expect(told.filter((kind) => kind === 'newTerms')).toHaveLength(1)
}

async function askedEvents({ portfolioId, loanNo }: SignedLoan) {
  const employee = await signInEmployee(api)
  const { events } = await employee.ask(searchAuditCall, {
    body: { portfolioId, loanNo, event: 'newTermsNeeded' },
  })
  return events
}

const ticketsOf = async ({ loanNo }: SignedLoan): Promise<number> => {
  const { rows } = await api.database.executeSql(
    `select count(*)::integer as count from tickets join loans using (portfolio_id, open_id)
      where loan_no = $1 and ticket = 3002`,
    [loanNo],
  )
  return (rows as { count: number }[])[0]?.count ?? 0
}

async function approve(loan: SignedLoan, day: string) {
  await liveOn(api, `${day}T09:00:00-04:00`)
  const employee = await signInEmployee(api)
  return employee.ask(approveLoanCall, { body: { loanNo: loan.loanNo, note: 'seen' } })
}

describe('a credit that would settle too late for the first payment is not sent (domain.md §14)', () => {
  test.each([
    ['2026-03-13', 'on it'],
    ['2026-03-12', 'the day before'],
    ['2026-03-09', "less than the product's least days before it"],
  ])('approved by a person on %s, %s', async (day) => {
    const loan = await signLoan(api, { portfolioId: 110 })
    expect(await approve(loan, day)).toMatchObject({ subStatus: 'customerReview', newTermsReason: RULE })
    expect(await batchOn(api, day, 110)).toMatchObject({ files: [], ineligible: [] })
    await expectAskedAgain(loan)
    expect(await askedEvents(loan)).toMatchObject([{ facts: { rule: RULE } }])
    expect(await noticesOf(api, loan)).not.toContain('approved')
  })

  test("approved the product's least days before the first payment, it goes", async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    expect(await approve(loan, '2026-03-05')).toMatchObject({
      loanStatus: LoanStatus.approved,
      newTermsReason: null,
    })
    expect(await batchOn(api, '2026-03-05', 110)).toMatchObject({ ineligible: [], files: [{ credits: 1 }] })
    await settleOn(api, '2026-03-06', 110)
    expect(await loanOf(loan)).toMatchObject({ status: LoanStatus.disbursed })
    expect(await askedEvents(loan)).toEqual([])
  })

  test('not signed for two banking days, a person has to act; the item closes with the loan', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    await approve(loan, '2026-03-12')
    const items = () => listOpenWorkItems(api.database.db, { portfolioId: 110, kind: 'heldCredit' })
    for (const day of ['2026-03-12', '2026-03-13']) {
      await batchOn(api, day, 110)
      expect(await items(), day).toEqual([])
    }
    await batchOn(api, '2026-03-16', 110)
    const [item] = await items()
    expect(item).toMatchObject({ subject: `loan/${loan.loanNo}`, loanNo: loan.loanNo, reason: RULE })
    expect(item?.since.toISOString()).toBe('2026-03-12T13:00:00.000Z')
    expect(formatLocalDate(item?.due ?? localDate(2000, 1, 1))).toBe('2026-03-17')
    const { loans } = await loan.client.ask(listDisbursementLoanCall, {})
    expect(loans[0]?.statusNotes).toEqual([WORK_ITEM_RULES.heldCredit.words?.en])
    const again = await signInEmployee(api)
    const { workItemNo = '' } = item ?? {}
    const body = { workItemNo, reason: 'the borrower was called' }
    await expectRefused(again, 'closeWorkItem', { body }, 'workItemCauseOpen')
    await loan.client.ask(withdrawApplicationCall, { body: { loanNo: loan.loanNo } })
    expect(await items()).toEqual([])
  })

  test('planned in time, and every batch since missed: the next day is not promised', async () => {
    const loan = await signLoan(api)
    api.clock.set('2026-03-12T18:00:00-04:00')
    await runMoneyRound(days.money)
    expect(await ticketsOf(loan)).toBe(0)
    expect(await batchOn(api, '2026-03-13')).toMatchObject({ files: [], ineligible: [] })
    await expectAskedAgain(loan)
  })

  test('as a check that would arrive after it', async () => {
    const loan = await signLoan(api)
    await api.database.db.execute(
      sql`update transactions set mode = ${TransactionMode.paperCheck} where loan_no = ${loan.loanNo}`,
    )
    await liveOn(api, '2026-03-11T10:00:00-04:00')
    await batchOn(api, '2026-03-11')
    await expectAskedAgain(loan)
  })
})
