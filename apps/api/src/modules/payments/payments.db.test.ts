import { LoanStatus } from '@dolphin/domain/loans/codes'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { listEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import { listPostings } from '@dolphin/database/payments/ledger-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listTransactionMoves } from '@dolphin/database/payments/transaction-repository'
import { cents } from '@dolphin/domain/money/cents'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { runPastDueRound } from './past-due.ts'
import { formatLocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { lastBankFile } from '../../testing/bank-outbox.ts'
import { planConfirmed } from '../../testing/confirmed-payments.ts'
import { statusOf } from '../../testing/loan-facts.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf } from '../../testing/money-days.ts'

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

describe('an agreed payment (domain.md §9)', () => {
  test('is announced, goes out WEB as recurring the banking day before, settles, is booked, and is checked two days later', async () => {
    const loan = await days.fundOne()
    await days.announce('2026-03-05')
    expect(await noticesOf(api, loan)).not.toContain('paymentUpcoming')
    await days.announce('2026-03-06')
    await days.announce('2026-03-09')
    expect((await noticesOf(api, loan)).filter((kind) => kind === 'paymentUpcoming')).toHaveLength(1)
    expect((await days.batch('2026-03-11')).files).toEqual([])
    const run = await days.batch('2026-03-12')
    expect(run.ineligible).toEqual([])
    expect(run.files).toMatchObject([{ debits: 1, credits: 0, creditTotal: 0n }])
    expect((await days.batch('2026-03-12')).files).toEqual([])
    const [sent] = await debitsOf(api, loan)
    expect(sent).toMatchObject({
      status: TransactionStatus.onBatch,
      purpose: 'installment',
      installmentNumber: 1,
      attempt: 1,
    })
    const moves = await listTransactionMoves(api.database.db, sent ?? { portfolioId: 118, transactionNo: '' })
    expect(moves.map(({ fromStatus, toStatus }) => [fromStatus, toStatus])).toEqual([
      [null, 0],
      [0, 1],
      [1, 4],
    ])
    const plan = await findCurrentPlan(api.database.db, loan)
    const file = await lastBankFile(days.money)
    expect(file.batches[0]?.header).toMatchObject({
      standardEntryClass: 'WEB',
      entryDescription: 'LOAN PMT',
      effectiveEntryDate: localDate(2026, 3, 13),
    })
    expect(file.batches[0]?.entries).toMatchObject([
      {
        transactionCode: '27',
        discretionaryData: 'R',
        amount: plan?.installments[0]?.amount,
        traceNumber: sent?.traceNumber,
        individualIdentification: loan.loanNo,
        accountNumber: '000111222333',
      },
    ])
    expect(await listEligibilityDecisions(api.database.db, loan)).toMatchObject([
      { asked: 'batch', allowed: true, rule: 'allRulesHold', transactionNo: sent?.transactionNo },
    ])
    expect(await statusOf(api, loan)).toEqual([202, null])
    expect(await listPostings(api.database.db, loan)).toHaveLength(2)
    await days.settle('2026-03-13')
    await days.settle('2026-03-13')
    expect(await debitsOf(api, loan)).toMatchObject([
      { status: TransactionStatus.notChecked, settledOn: localDate(2026, 3, 13) },
    ])
    expect(await statusOf(api, loan)).toEqual([203, null])
    const kinds = (await listPostings(api.database.db, loan)).map(({ kind }) => kind)
    expect(kinds).toEqual(['disbursementSent', 'disbursementSettled', 'accrual', 'paymentReceived'])
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect((await noticesOf(api, loan)).filter((kind) => kind === 'paymentReceived')).toHaveLength(1)
    await days.settle('2026-03-16')
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.notChecked }])
    await days.settle('2026-03-17')
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.checked }])
  })

  test('that was not announced moves to another day, and is not past due', async () => {
    const loan = await days.fundOne()
    for (let times = 0; times < 2; times += 1) {
      const run = await days.batch('2026-03-12')
      expect(run).toMatchObject({ files: [], ineligible: [] })
    }
    expect(await debitsOf(api, loan)).toEqual([])
    await days.settle('2026-03-17')
    expect(await statusOf(api, loan)).toEqual([202, null])
    await runPastDueRound(days.money)
    expect((await noticesOf(api, loan)).filter((kind) => kind.startsWith('payment'))).toEqual([
      'paymentMoved',
    ])
    expect(await noticesOf(api, loan)).not.toContain('loanPastDue')
  })

  test('that the borrower holds is denied with the rule, stays planned, and is past due after its grace', async () => {
    const loan = await days.fundOne()
    await days.announce('2026-03-06')
    await api.database.db.execute(
      sql`update debit_authorizations set revoked_at = '2026-03-12T13:00:00Z', revoked_by = 'test'`,
    )
    await days.batch('2026-03-12')
    await days.batch('2026-03-12')
    expect(await listEligibilityDecisions(api.database.db, loan)).toMatchObject([
      { allowed: false, rule: 'revoked' },
    ])
    expect(await debitsOf(api, loan)).toMatchObject([
      { status: TransactionStatus.none, installmentNumber: 1 },
    ])
    await days.settle('2026-03-16')
    expect(await statusOf(api, loan)).toEqual([203, null])
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.none }])
    await days.settle('2026-03-17')
    expect(await debitsOf(api, loan)).toMatchObject([{ status: TransactionStatus.pastDue }])
    await runPastDueRound(days.money)
    await runPastDueRound(days.money)
    expect((await noticesOf(api, loan)).filter((kind) => kind === 'loanPastDue')).toHaveLength(1)
  })

  test('that a revoked permission covered is not sent, in whatever file comes next (I8)', async () => {
    await days.fundOne()
    await days.announce('2026-03-06')
    await api.database.db.execute(
      sql`update debit_authorizations set revoked_at = '2026-03-12T13:00:00Z', revoked_by = 'test'`,
    )
    const run = await days.batch('2026-03-12')
    expect(run.files).toEqual([])
    expect(run.ineligible).toMatchObject([{ rule: expect.stringContaining('revoked') }])
  })

  test('is never made where automatic payments were declined; the schedule still counts (12 CFR 1005.10(e))', async () => {
    const loan = await days.fundOne({ ach: false })
    await days.announce('2026-03-06')
    const run = await days.batch('2026-03-12')
    expect(run).toMatchObject({ files: [], ineligible: [] })
    expect(await debitsOf(api, loan)).toEqual([])
    await days.settle('2026-03-13')
    expect(await statusOf(api, loan)).toEqual([203, null])
    days.at('2026-03-17', '09:00')
    await runPastDueRound(days.money)
    expect((await noticesOf(api, loan)).filter((kind) => kind === 'loanPastDue')).toHaveLength(1)
    days.at('2026-04-13', '09:00')
    await runPastDueRound(days.money)
    expect(await statusOf(api, loan)).toEqual([205, 'notified'])
    expect((await noticesOf(api, loan)).filter((kind) => kind === 'loanPastDue')).toHaveLength(2)
  })

  test('of a loan in collection is not sent; what the borrower confirms is (domain.md §2, eligibility)', async () => {
    const loan = await days.fundOne()
    await days.announce('2026-03-06')
    await api.database.db.execute(
      sql`update loans set status = ${LoanStatus.collecting}, sub_status = 'notified'`,
    )
    days.at('2026-03-12', '09:00')
    await planConfirmed(api, loan, { purpose: 'payNow', on: localDate(2026, 3, 13), amount: cents(5_000n) })
    expect((await days.batch('2026-03-12')).ineligible).toEqual([])
    expect(await debitsOf(api, loan)).toMatchObject([
      { purpose: 'payNow', status: TransactionStatus.onBatch, installmentNumber: null },
    ])
  })

  test('that a change has taken out is not sent (flag 1)', async () => {
    const loan = await days.fundOne()
    await days.announce('2026-03-06')
    await api.database.db.execute(sql`update installments set flags = 1 where number = 1`)
    expect(await days.batch('2026-03-12')).toMatchObject({ files: [], ineligible: [] })
    expect(await debitsOf(api, loan)).toEqual([])
  })

  test('all ten of them: each is taken as agreed, and the last leaves nothing owed (domain.md §7)', async () => {
    const { calendar } = api.deps
    const loan = await days.fundOne()
    const plan = await findCurrentPlan(api.database.db, loan)
    for (const { dueDate } of plan?.installments ?? []) {
      const [told, sent] = [calendar.addBankingDays(dueDate, -5), calendar.previous(dueDate)]
      const run = await days.collect([formatLocalDate(told), formatLocalDate(sent), formatLocalDate(dueDate)])
      expect(run.ineligible).toEqual([])
    }
    const debits = await debitsOf(api, loan)
    expect(debits.map(({ amount }) => amount)).toEqual(plan?.installments.map(({ amount }) => amount))
    expect(await statusOf(api, loan)).toEqual([203, null])
    await days.settle('2026-07-22')
    expect(await statusOf(api, loan)).toEqual([206, 'paidOff'])
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })
})
