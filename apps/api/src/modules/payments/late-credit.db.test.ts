import { listDisbursementLoanCall, paperCheckCall, repairBankCall } from '@dolphin/contract/disbursement'
import { approveLoanCall } from '@dolphin/contract/applications-staff'
import { searchAuditCall } from '@dolphin/contract/examiner'
import { withdrawApplicationCall } from '@dolphin/contract/applications'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listTransactions } from '@dolphin/database/payments/transaction-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import { formatLocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { TransactionType } from '@dolphin/domain/payments/codes'
import { WORK_ITEM_RULES } from '@dolphin/domain/work-items/work-item-rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { expectRefused } from '../../testing/call-coverage/expect-refused.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { batchOn, liveOn, settleOn } from '../../testing/funded-loans.ts'
import { moneyDays, noticesOf } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
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

const NEW_ACCOUNT = { routingNumber: '091000019', accountNumber: '999888777666', accountType: 3001 } as const
/** Every loan of these tests has its first payment on Friday, 2026-03-13. */
const HELD = { rule: expect.stringContaining('first payment is due 2026-03-13') }

const loanOf = (loan: SignedLoan) => findLoan(api.database.db, loan)

async function creditOf(loan: SignedLoan) {
  const all = await listTransactions(api.database.db, loan)
  const credit = all.findLast(({ type }) => type === TransactionType.credit)
  if (credit === undefined) throw new Error('the credit is there')
  return credit
}

async function heldEvents({ portfolioId, loanNo }: SignedLoan) {
  const employee = await signInEmployee(api)
  const { events } = await employee.ask(searchAuditCall, {
    body: { portfolioId, loanNo, event: 'creditHeld' },
  })
  return events
}

/** The loan stays approved, its credit planned; staff find why, once; the borrower is promised no day. */
async function expectHeld(loan: SignedLoan): Promise<void> {
  expect(await loanOf(loan)).toMatchObject({ status: 104, disbursementDate: null })
  expect(await creditOf(loan)).toMatchObject({ status: 0, traceNumber: null })
  const { transactionNo } = await creditOf(loan)
  expect(await heldEvents(loan)).toMatchObject([{ facts: { transactionNo, ...HELD } }])
  const { loans } = await loan.client.ask(listDisbursementLoanCall, {})
  expect(loans).toMatchObject([{ effectiveDate: null, datesToPick: [] }])
}

const ticketsOf = async ({ loanNo }: SignedLoan): Promise<number> => {
  const { rows } = await api.database.executeSql(
    `select count(*)::integer as count from tickets join loans using (portfolio_id, open_id)
      where loan_no = $1 and ticket = 3002`,
    [loanNo],
  )
  return (rows as { count: number }[])[0]?.count ?? 0
}

describe('a credit that would settle too late for the first payment is held (domain.md §14)', () => {
  test('returned, and the account repaired after the first due date', async () => {
    const loan = await signLoan(api)
    await days.batch('2026-03-03')
    await days.bankSays('2026-03-05', [{ transaction: await creditOf(loan), code: 'R03' }])
    await liveOn(api, '2026-03-17T09:00:00-04:00')
    const told = await noticesOf(api, loan)
    await loan.client.ask(repairBankCall, { body: { loanNo: loan.loanNo, ...NEW_ACCOUNT } })
    expect(await noticesOf(api, loan)).toEqual(told)
    expect(await batchOn(api, '2026-03-17')).toMatchObject({ files: [], ineligible: [HELD] })
    await settleOn(api, '2026-03-18')
    await expectHeld(loan)
    await liveOn(api, '2026-03-18T19:00:00-04:00')
    await runMoneyRound(days.money)
    expect(await batchOn(api, '2026-03-19')).toMatchObject({ files: [], ineligible: [HELD] })
    await expectHeld(loan)
    expect(await ticketsOf(loan)).toBe(0)
  })

  test.each([
    ['2026-03-13', 'on it'],
    ['2026-03-12', 'the day before'],
    ['2026-03-10', 'too late for the notice of the first debit'],
  ])('approved by a person on %s, %s', async (day) => {
    const loan = await signLoan(api, { portfolioId: 110 })
    await liveOn(api, `${day}T09:00:00-04:00`)
    const employee = await signInEmployee(api)
    await employee.ask(approveLoanCall, { body: { loanNo: loan.loanNo, note: 'seen' } })
    expect(await batchOn(api, day, 110)).toMatchObject({ files: [], ineligible: [HELD] })
    await expectHeld(loan)
    expect(await noticesOf(api, loan)).not.toContain('approved')
  })

  test('approved on the last day on which the first debit can still be announced, it goes', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    await liveOn(api, '2026-03-09T09:00:00-04:00')
    const employee = await signInEmployee(api)
    await employee.ask(approveLoanCall, { body: { loanNo: loan.loanNo, note: 'seen' } })
    expect(await batchOn(api, '2026-03-09', 110)).toMatchObject({ ineligible: [], files: [{ credits: 1 }] })
    await settleOn(api, '2026-03-10', 110)
    expect(await loanOf(loan)).toMatchObject({ status: 202, effectiveDate: localDate(2026, 3, 9) })
    expect(await heldEvents(loan)).toEqual([])
  })

  test('held for two banking days, a person has to act; the item closes with the loan (domain.md §14)', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    await liveOn(api, '2026-03-12T09:00:00-04:00')
    const employee = await signInEmployee(api)
    await employee.ask(approveLoanCall, { body: { loanNo: loan.loanNo, note: 'seen' } })
    const items = () => listOpenWorkItems(api.database.db, { portfolioId: 110, kind: 'heldCredit' })
    for (const day of ['2026-03-12', '2026-03-13']) {
      await batchOn(api, day, 110)
      expect(await items(), day).toEqual([])
    }
    await batchOn(api, '2026-03-16', 110)
    const { transactionNo } = await creditOf(loan)
    expect(await items()).toMatchObject([
      {
        subject: `transaction/${transactionNo}`,
        loanNo: loan.loanNo,
        reason: HELD.rule,
        since: expect.any(Date),
      },
    ])
    const [item] = await items()
    expect(item?.since.toISOString()).toBe('2026-03-12T13:00:00.000Z')
    expect(formatLocalDate(item?.due ?? localDate(2000, 1, 1))).toBe('2026-03-17')
    const { loans } = await loan.client.ask(listDisbursementLoanCall, {})
    expect(loans[0]?.statusNotes).toEqual([WORK_ITEM_RULES.heldCredit.words?.en])
    await batchOn(api, '2026-03-17', 110)
    expect(await items()).toHaveLength(1)
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
    expect(await batchOn(api, '2026-03-13')).toMatchObject({ files: [], ineligible: [HELD] })
    await expectHeld(loan)
  })

  test('as a check that would arrive after it', async () => {
    const loan = await signLoan(api)
    await loan.client.ask(paperCheckCall, { body: { loanNo: loan.loanNo, addressConfirmed: true } })
    await liveOn(api, '2026-03-11T10:00:00-04:00')
    await batchOn(api, '2026-03-11')
    await expectHeld(loan)
  })
})
