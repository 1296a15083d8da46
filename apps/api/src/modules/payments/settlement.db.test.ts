import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { approveLoanCall } from '@dolphin/contract/applications-staff'
import { verifyLedgerCall } from '@dolphin/contract/payments'
import { ledgerTotal, isLedgerIntact, listPostings } from '@dolphin/database/payments/ledger-repository'
import { listLoanMoves } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { paymentDetailCall } from '@dolphin/contract/servicing'
import { addDays, localDate } from '@dolphin/domain/calendar/local-date'
import { collectedApr } from '@dolphin/domain/disclosure/collected-apr'
import { cents, sum } from '@dolphin/domain/money/cents'
import { percentText } from '@dolphin/domain/money/percent'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../config/config.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { employeeRuns } from '../../testing/employee-runs.ts'
import { creditOf, statusOf } from '../../testing/loan-facts.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import { originateBatch } from './originate-batch.ts'
import { settleDue } from './settle.ts'
import type { MoneyDeps } from '../../deps.ts'

let api: TestApi
let runs: Awaited<ReturnType<typeof employeeRuns>>
let money: MoneyDeps

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  runs = await employeeRuns(api)
  money = { ...api.deps, bank: createBankFolder(bankFolder()) }
})
afterAll(() => api.close())

const bankFolder = (): string => dataPaths(api.deps.config.dataDir).bank

describe('settlement (domain.md §2, §9)', () => {
  test('08:30 New York of the effective entry date: 4 → 2, 201 → 202, two balanced postings', async () => {
    const loan = await signLoan(api)
    await runs.batch()
    expect(await runs.settle()).toMatchObject({ settledOn: '2026-03-03', settled: [] })
    await runs.at('2026-03-04T08:30:00-05:00')
    expect(await runs.settle()).toMatchObject({
      settledOn: '2026-03-04',
      settled: [{ loanNo: loan.loanNo, amount: '500.00' }],
    })
    expect(await runs.settle()).toMatchObject({ settled: [], checked: 0 })
    const postings = await listPostings(api.database.db, loan)
    expect(postings.map(({ kind }) => kind)).toEqual(['disbursementSent', 'disbursementSettled'])
    for (const { entries } of postings) expect(sum(entries.map(({ amount }) => amount))).toBe(0n)
    expect(await isLedgerIntact(api.database.db, loan)).toBe(true)
    expect(await ledgerTotal(api.database.db)).toBe(0n)
    const verified = await runs.employee.ask(verifyLedgerCall, { params: { loanNo: loan.loanNo } })
    expect(verified).toMatchObject({ intact: true, loanTotal: '0.00', ledgerTotal: '0.00' })
    expect(Object.fromEntries(verified.balances.map(({ account, balance }) => [account, balance]))).toEqual({
      principal: '500.00',
      customer: '-500.00',
      cashInTransit: '0.00',
    })
    const moves = await listLoanMoves(api.database.db, loan)
    expect(moves.map(({ toStatus }) => toStatus)).toEqual([101, 102, 102, 104, 201, 202])
  })

  test('design/security.md I12: the application role has no right to rewrite what was booked', async () => {
    const loan = await signLoan(api)
    await runs.batch()
    for (const statement of [
      'update ledger_entries set amount = amount * 2',
      'update ledger_postings set kind = $$x$$',
      'delete from ledger_entries',
      'delete from ledger_postings',
      'truncate ledger_entries',
      'update transaction_history set cause = $$x$$',
      'delete from loan_history',
    ]) {
      const rewriting = api.database.transaction(async (tx) => {
        await tx.execute(sql`set local role dolphin_application`)
        await tx.execute(sql.raw(statement))
      })
      // 42501: insufficient privilege, so it is the right that is missing and not only a trigger that refuses.
      await expect(rewriting, statement).rejects.toThrow('42501')
    }
    expect(await isLedgerIntact(api.database.db, loan)).toBe(true)
  })

  test('two banking days without a return make it checked; a weekend is none', async () => {
    const loan = await signLoan(api)
    await runs.batch()
    await runs.at('2026-03-05T09:00:00-05:00')
    expect(await runs.settle()).toMatchObject({ checked: 0 })
    await runs.at('2026-03-06T09:00:00-05:00')
    expect(await runs.settle()).toMatchObject({ checked: 1 })
    expect((await creditOf(api, loan)).status).toBe(TransactionStatus.checked)
    const other = await signLoan(api)
    await runs.batch()
    await runs.at('2026-03-10T09:00:00-04:00')
    await runs.settle()
    expect((await creditOf(api, other)).status).toBe(TransactionStatus.notChecked)
    await runs.at('2026-03-11T09:00:00-04:00')
    await runs.settle()
    expect((await creditOf(api, other)).status).toBe(TransactionStatus.checked)
  })

  test('a prepaid fee is withheld and is income: principal is owed whole', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    await runs.employee.ask(approveLoanCall, { body: { loanNo: loan.loanNo, note: 'income seen' } })
    await runs.batch(110)
    await runs.at('2026-03-04T09:00:00-05:00')
    await runs.settle(110)
    const { balances } = await runs.employee.ask(verifyLedgerCall, { params: { loanNo: loan.loanNo } })
    expect(Object.fromEntries(balances.map(({ account, balance }) => [account, balance]))).toEqual({
      principal: '500.00',
      customer: '-475.00',
      cashInTransit: '0.00',
      income: '-25.00',
    })
  })

  test('domain.md §7: settled later than agreed, dates stay, the first interest is smaller, principal adds up', async () => {
    const loan = await signLoan(api)
    const signed = await findCurrentPlan(api.database.db, loan)
    await runs.at('2026-03-05T10:00:00-05:00')
    await runs.batch()
    await runs.at('2026-03-06T09:00:00-05:00')
    await runs.settle()
    const fitted = await findCurrentPlan(api.database.db, loan)
    const [before, after] = [signed?.installments ?? [], fitted?.installments ?? []]
    expect(after.map(({ dueDate }) => dueDate)).toEqual(before.map(({ dueDate }) => dueDate))
    expect(after[0]?.interest).toBeLessThan(before[0]?.interest ?? 0n)
    expect(sum(after.map(({ principal }) => principal))).toBe(50_000n)
    expect(after.at(-1)?.balanceAfter).toBe(0n)
    expect(after.at(-1)?.amount).toBeLessThan(before.at(-1)?.amount ?? 0n)
  })

  test('settled later, the pages show the APR of what is collected and the signed one (domain.md §14)', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    const signed = (await findCurrentPlan(api.database.db, loan))?.plan.apr
    await runs.at('2026-03-05T14:30:00-05:00')
    await runs.employee.ask(approveLoanCall, { body: { loanNo: loan.loanNo, note: 'income seen' } })
    await runs.batch(110)
    await runs.at('2026-03-06T09:00:00-05:00')
    await runs.settle(110)
    await api.database.db.execute(
      sql`update sessions set expires_at = '2027-01-01', last_seen_at = '2026-03-06T14:00:00Z'`,
    )
    const shown = await loan.client.ask(paymentDetailCall, { query: { loanNo: loan.loanNo } })
    // 475.00 on 6 March instead of 4 March, ten payments every second Friday from 13 March; Juneteenth moves one of
    // them to Thursday, which the APR disregards.
    const plan = await findCurrentPlan(api.database.db, loan)
    const payments = (plan?.installments ?? []).map(({ amount }, index) => ({
      amount,
      date: addDays(localDate(2026, 3, 13), 14 * index),
    }))
    const collected = collectedApr({
      received: cents(47_500n),
      effectiveDate: localDate(2026, 3, 6),
      payments,
    })
    expect(shown.apr).toBe(percentText(collected))
    expect([signed, shown.apr]).toEqual(['226.07', '227.49'])
  })

  test('settling and cutting at the same time, twenty times over, moves each once', async () => {
    const loan = await signLoan(api)
    await runs.batch()
    api.clock.set('2026-03-04T09:00:00-05:00')
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        if (index % 2 === 0) await api.deps.units.write((unit) => settleDue(money, unit, 118, 'test'))
        else await api.deps.units.write((unit) => originateBatch(money, unit, 118, { actor: 'test' }))
      }),
    )
    expect(await listPostings(api.database.db, loan)).toHaveLength(2)
    expect((await statusOf(api, loan))[0]).toBe(202)
  })
})
