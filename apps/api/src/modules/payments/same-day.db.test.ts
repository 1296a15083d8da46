import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { DAY_MS } from '@dolphin/domain/time/durations'
import { LoanStatus } from '@dolphin/domain/loans/codes'
import { cancelLoanCall, listDisbursementLoanCall, repairBankCall } from '@dolphin/contract/disbursement'
import { runBatchCall } from '@dolphin/contract/payments'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listTransactionMoves } from '@dolphin/database/payments/transaction-repository'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { lastBankFile } from '../../testing/bank-outbox.ts'
import { employeeRuns } from '../../testing/employee-runs.ts'
import { liveOn } from '../../testing/funded-loans.ts'
import { creditOf, statusOf } from '../../testing/loan-facts.ts'
import { debitsOf, ledgerDifferences, moneyDays, noticesOf } from '../../testing/money-days.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { originateSameDay } from './originate-batch.ts'
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
const TUESDAY = localDate(2026, 3, 3)
const roundAt = async (time: string, day = '2026-03-03') => {
  await liveOn(api, `${day}T${time}-05:00`)
  await runMoneyRound(days.money)
}
const signToday = (wish: Parameters<typeof signLoan>[1] = {}) => signLoan(api, { ...wish, sameDay: true })

async function shownDay({ client, loanNo }: SignedLoan) {
  const { loans } = await client.ask(listDisbursementLoanCall, {})
  return loans.find((one) => one.loanNo === loanNo)?.effectiveDate
}

describe('a same-day credit (domain.md §9)', () => {
  test('goes after the cut-off in a file of its own, settles at its window’s time, and interest runs from that day', async () => {
    const loan = await signToday()
    const later = await signLoan(api, { amount: cents(30_000n) })
    expect(await shownDay(loan)).toBe('2026-03-03')
    await roundAt('12:59:59')
    expect(await statusOf(api, loan)).toEqual([104, null])
    await roundAt('13:00:00')
    await roundAt('13:01:00')
    expect((await statusOf(api, loan))[0]).toBe(201)
    expect((await statusOf(api, later))[0]).toBe(104)
    const file = await lastBankFile(days.money)
    expect(file.header).toMatchObject({ fileIdModifier: 'A', creationDate: TUESDAY })
    expect(file.batches).toMatchObject([
      {
        header: {
          standardEntryClass: 'PPD',
          entryDescription: 'LOAN',
          descriptiveDate: 'SD1700',
          effectiveEntryDate: TUESDAY,
        },
        entries: [{ individualIdentification: loan.loanNo, amount: 50_000n }],
      },
    ])
    await roundAt('16:40:00')
    const batch = await lastBankFile(days.money)
    expect(batch.header.fileIdModifier).toBe('B')
    expect(batch.batches).toMatchObject([
      { header: { descriptiveDate: '', effectiveEntryDate: localDate(2026, 3, 4) }, entries: [{}] },
    ])
    await roundAt('16:59:59')
    expect((await statusOf(api, loan))[0]).toBe(201)
    await roundAt('17:00:00')
    expect(await findLoan(api.database.db, loan)).toMatchObject({
      status: LoanStatus.disbursed,
      effectiveDate: TUESDAY,
    })
    expect((await statusOf(api, later))[0]).toBe(201)
    const moves = await listTransactionMoves(api.database.db, await creditOf(api, loan))
    expect(moves.map(({ toStatus }) => toStatus)).toEqual([0, 1, 4, 2])
    const plan = await findCurrentPlan(api.database.db, loan)
    // 500.00 at 260 % for the ten days from 03-03 to 03-13.
    expect(plan?.installments[0]).toMatchObject({ interest: 3_562n, dueDate: localDate(2026, 3, 13) })
    expect(await noticesOf(api, loan)).toEqual(expect.arrayContaining(['disbursementSent', 'loanFunded']))
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('an employee’s run cuts it before the batch, once', async () => {
    const loan = await signToday()
    const later = await signLoan(api)
    const runs = await employeeRuns(api)
    const run = await runs.batch()
    expect(run.files).toMatchObject([
      { fileName: '118-20260303-A.ach', effectiveEntryDate: '2026-03-03', credits: 1, creditTotal: '500.00' },
      { fileName: '118-20260303-B.ach', effectiveEntryDate: '2026-03-04', credits: 1, creditTotal: '500.00' },
    ])
    expect(await runs.batch()).toMatchObject({ files: [], ineligible: [] })
    for (const one of [loan, later]) expect((await statusOf(api, one))[0]).toBe(201)
    await roundAt('13:00:00')
    expect(await originateSameDay(days.money, days.data(), 'test')).toMatchObject({ files: [] })
  })

  test('twenty runs at once put it on one file', async () => {
    await signToday()
    api.clock.set('2026-03-03T13:00:00-05:00')
    const cut = () => originateSameDay(days.money, days.data(), 'test')
    const all = await Promise.all(Array.from({ length: 20 }, cut))
    expect(all.flatMap((run) => run?.files ?? [])).toHaveLength(1)
  })

  test('is followed to its last payment', async () => {
    const loan = await signToday()
    await roundAt('13:00:00')
    await roundAt('17:00:00')
    const plan = await findCurrentPlan(api.database.db, loan)
    for (const { dueDate } of plan?.installments ?? []) await collectOn(dueDate)
    await days.settle('2026-07-22')
    expect(await statusOf(api, loan)).toEqual([206, 'paidOff'])
    const debits = await debitsOf(api, loan)
    expect(debits).toHaveLength(10)
    const total = plan?.plan.totalOfPayments
    expect(debits.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total)
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('returned the same day: unfunded, and the repaired account gets it the next morning', async () => {
    const loan = await signToday()
    await roundAt('13:00:00')
    const credit = await creditOf(api, loan)
    api.clock.set('2026-03-03T16:00:00-05:00')
    await days.bankSaysNow([{ transaction: credit, code: 'R03' }])
    expect((await statusOf(api, loan))[0]).toBe(104)
    await roundAt('17:00:00')
    expect((await statusOf(api, loan))[0]).toBe(104)
    expect(await ledgerDifferences(api, loan)).toEqual([])
    await liveOn(api, '2026-03-04T09:00:00-05:00')
    await loan.client.ask(repairBankCall, { body: { loanNo: loan.loanNo, ...NEW_ACCOUNT } })
    expect(await shownDay(loan)).toBe('2026-03-04')
    await roundAt('13:00:00', '2026-03-04')
    await roundAt('17:00:00', '2026-03-04')
    const wednesday = localDate(2026, 3, 4)
    expect(await findLoan(api.database.db, loan)).toMatchObject({
      status: LoanStatus.disbursed,
      effectiveDate: wednesday,
    })
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })

  test('a credit that its loan holds stays out, and goes on as every held credit', async () => {
    const [held, good] = [await signToday(), await signToday()]
    await api.database.db.execute(
      sql`delete from application_sections where application_no = ${held.applicationNo} and section_key = 'bank'`,
    )
    api.clock.set('2026-03-03T13:00:00-05:00')
    const run = await originateSameDay(days.money, days.data(), 'test')
    expect(run).toMatchObject({ files: [{ credits: 1 }], ineligible: [{ loanNo: held.loanNo }], failed: [] })
    expect((await statusOf(api, good))[0]).toBe(201)
    await roundAt('14:30:00')
    expect((await creditOf(api, held)).effectiveDate).toBe(localDate(2026, 3, 4))
  })

  test('a dry run shows both files and changes nothing', async () => {
    await signToday()
    await signLoan(api)
    const runs = await employeeRuns(api)
    const preview = await runs.employee.ask(runBatchCall, { body: { portfolioId: 118, dryRun: true } })
    expect(preview).toMatchObject({
      dryRun: true,
      files: [
        { fileName: null, sha256: null, effectiveEntryDate: '2026-03-03', credits: 1, debits: 0 },
        { fileName: null, sha256: null, effectiveEntryDate: '2026-03-04', credits: 1, debits: 0 },
      ],
    })
    const { rows } = await api.database.db.execute(sql`select 1 from ach_files union all
      select 1 from transactions where status <> ${TransactionStatus.none} union all select 1 from outbox where kind = 'disbursementSent'`)
    expect(rows).toEqual([])
    const run = await runs.batch()
    const figures = ({ credits, creditTotal, debits, debitTotal }: (typeof run.files)[number]) => ({
      credits,
      creditTotal,
      debits,
      debitTotal,
    })
    expect(run.files.map(figures)).toEqual(preview.files.map(figures))
  })

  test('rescinded the same day: the debit waits until the money is there, and the loan ends', async () => {
    const loan = await signToday()
    await roundAt('13:00:00')
    await liveOn(api, '2026-03-03T15:00:00-05:00')
    const asked = { body: { loanNo: loan.loanNo, mode: 1 } } as const
    expect(await loan.client.ask(cancelLoanCall, asked)).toMatchObject({
      principalDebit: '500.00',
      debitDate: '2026-03-05',
      cancelUntil: '2026-03-05T00:00:00-05:00',
    })
    await roundAt('16:40:00')
    await roundAt('17:00:00')
    await roundAt('16:40:00', '2026-03-04')
    await roundAt('08:30:00', '2026-03-05')
    await days.settle('2026-03-09')
    expect(await statusOf(api, loan)).toEqual([206, 'cancelled'])
    expect(await ledgerDifferences(api, loan)).toEqual([])
  })
})

async function collectOn(due: ReturnType<typeof localDate>): Promise<void> {
  const { calendar } = api.deps
  const text = (day: typeof due) => new Date(day * DAY_MS).toISOString().slice(0, 10)
  await days.collect([text(calendar.addBankingDays(due, -5)), text(calendar.previous(due)), text(due)])
}
