import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertDebitAuthorization } from '@dolphin/database/servicing/debit-authorization-repository'
import { listEligibilityDecisions } from '@dolphin/database/payments/eligibility-decision-repository'
import { isLedgerIntact, listPostings, loanBalances } from '@dolphin/database/payments/ledger-repository'
import { findLoanAccount } from '@dolphin/database/servicing/loan-account-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import {
  insertTransaction,
  listTransactionMoves,
  listTransactions,
  type NewTransaction,
} from '@dolphin/database/payments/transaction-repository'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, type Cents } from '@dolphin/domain/money/cents'
import { ok } from '@dolphin/domain/outcome'
import { ledgerOf } from '@dolphin/domain/servicing/ledger-lines'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { readFile as readNacha } from '@dolphin/nacha/testing/read-file'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../config/config.ts'
import { loadAccount } from '../servicing/account-facts.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import { originateWholeBatch } from './originate-batch.ts'
import { transmitFiles } from './transmit-files.ts'
import { runPastDueRound } from './past-due.ts'
import { settleAll } from './settle.ts'
import { announceDebits } from './upcoming-debits.ts'
import type { MoneyDeps } from '../../deps.ts'

let api: TestApi
let money: MoneyDeps

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  money = { ...api.deps, bank: createBankFolder(dataPaths(api.deps.config.dataDir).bank) }
})
afterAll(() => api.close())

const { parse } = Date
const date = (text: string): LocalDate => {
  const day = parseLocalDate(text)
  if (day === undefined) throw new Error('a day of the calendar')
  return day
}

/** New York: winter time until 2026-03-08. */
function at(day: string, time: string): void {
  api.clock.set(new Date(parse(`${day}T${time}:00${day < '2026-03-08' ? '-05:00' : '-04:00'}`)))
}

async function batch(day: string) {
  at(day, '10:00')
  const run = await originateWholeBatch(money, 118, 'test')
  if (!run.ok) throw new Error('a batch is cut on a banking day')
  await transmitFiles(money)
  return run.value
}

async function settle(day: string) {
  at(day, '08:30')
  const run = await settleAll(money, 118, 'test')
  if (!run.ok) throw new Error('the portfolio settles')
  return run.value
}

async function announce(day: string): Promise<void> {
  at(day, '09:00')
  await announceDebits(money)
}

/** 500.00 from 2026-03-04 on, ten payments every other Friday from 2026-03-13. */
async function fundedLoan(wish: Parameters<typeof signLoan>[1] = {}): Promise<SignedLoan> {
  const loan = await signLoan(api, wish)
  await batch('2026-03-03')
  await settle('2026-03-04')
  return loan
}

async function debitsOf(loan: SignedLoan) {
  const all = await listTransactions(api.database.db, loan)
  return all.filter(({ type }) => type === 14_001)
}

const statusOf = async (loan: SignedLoan) => {
  const found = await findLoan(api.database.db, loan)
  return [found?.status, found?.subStatus]
}

/** Replay and ledger say the same, and the chain holds. */
async function expectLedger(loan: SignedLoan): Promise<void> {
  const row = await findLoan(api.database.db, loan)
  const facts = row && (await loadAccount(api.deps, api.database.db, row))
  if (facts === undefined) throw new Error('a funded loan')
  const balances = await loanBalances(api.database.db, loan)
  for (const [account, must] of Object.entries(ledgerOf(facts.terms, facts.account.state)))
    expect(balances.get(account) ?? 0n, account).toBe(must)
  expect(await isLedgerIntact(api.database.db, loan)).toBe(true)
}

async function noticeKindsOf(loan: SignedLoan): Promise<string[]> {
  const { rows } = await api.database.db.execute<{ kind: string }>(
    sql`select kind from outbox where loan_no = ${loan.loanNo} order by created_at, kind`,
  )
  return rows.map(({ kind }) => kind)
}

async function lastBankFile() {
  const folder = join(dataPaths(api.deps.config.dataDir).bank, 'outbox')
  const names = (await readdir(folder)).toSorted((left, right) => (left < right ? -1 : 1))
  const read = readNacha(await readFile(join(folder, names.at(-1) ?? ''), 'utf8'))
  if (!read.ok) throw new Error('a file that a bank can read')
  return read.value
}

/** A payment that the borrower confirmed online, as the change that asked for it plans it. */
async function planConfirmed(
  loan: SignedLoan,
  purpose: 'payOff' | 'payNow' | 'rescission',
  on: string,
  amount: Cents,
) {
  const account = await findLoanAccount(api.database.db, loan)
  const authorizationNo = `A-${purpose}`
  await api.deps.units.write(async ({ tx, now }) => {
    const { portfolioId, customerKey, loanNo } = loan
    const base = { portfolioId, customerKey, loanNo, openId: loan.client.openId }
    const accountKey = account?.accountKey ?? ''
    await insertDebitAuthorization(tx, {
      ...base,
      authorizationNo,
      accountKey,
      amount,
      kind: 'singlePayment',
      grantedAt: now,
      documentNo: null,
    })
    const transaction: NewTransaction = {
      ...base,
      accountKey,
      authorizationNo,
      purpose,
      amount,
      transactionNo: `T-${purpose}`,
      type: 14_001,
      mode: 15_000,
      effectiveDate: date(on),
      status: 0,
      instructionKey: `test/${loan.loanNo}/${purpose}`,
      installmentNumber: null,
    }
    await insertTransaction(tx, transaction, { cause: 'confirmed', actor: 'test', at: now })
    return ok(undefined)
  })
}

describe('an agreed payment (domain.md §9)', () => {
  test('is announced, goes out PPD the banking day before, settles, is booked, and is checked two days later', async () => {
    const loan = await fundedLoan()
    await announce('2026-03-05')
    expect(await noticeKindsOf(loan)).not.toContain('paymentUpcoming')
    await announce('2026-03-06')
    await announce('2026-03-09')
    expect((await noticeKindsOf(loan)).filter((kind) => kind === 'paymentUpcoming')).toHaveLength(1)
    expect((await batch('2026-03-11')).files).toEqual([])
    const run = await batch('2026-03-12')
    expect(run.ineligible).toEqual([])
    expect(run.files).toMatchObject([{ debits: 1, credits: 0, creditTotal: 0n }])
    expect((await batch('2026-03-12')).files).toEqual([])
    const [sent] = await debitsOf(loan)
    expect(sent).toMatchObject({ status: 4, purpose: 'installment', installmentNumber: 1, attempt: 1 })
    const moves = await listTransactionMoves(api.database.db, sent ?? { portfolioId: 118, transactionNo: '' })
    expect(moves.map(({ fromStatus, toStatus }) => [fromStatus, toStatus])).toEqual([
      [null, 0],
      [0, 1],
      [1, 4],
    ])
    const plan = await findCurrentPlan(api.database.db, loan)
    const file = await lastBankFile()
    expect(file.batches[0]?.header).toMatchObject({
      standardEntryClass: 'PPD',
      entryDescription: 'LOAN PMT',
      effectiveEntryDate: date('2026-03-13'),
    })
    expect(file.batches[0]?.entries).toMatchObject([
      {
        transactionCode: '27',
        amount: plan?.installments[0]?.amount,
        traceNumber: sent?.traceNumber,
        individualIdentification: loan.loanNo,
        accountNumber: '000111222333',
      },
    ])
    expect(await listEligibilityDecisions(api.database.db, loan)).toMatchObject([
      { asked: 'batch', allowed: true, rule: 'allRulesHold', transactionNo: sent?.transactionNo },
    ])
    expect(await statusOf(loan)).toEqual([202, null])
    expect(await listPostings(api.database.db, loan)).toHaveLength(2)
    await settle('2026-03-13')
    await settle('2026-03-13')
    expect(await debitsOf(loan)).toMatchObject([{ status: 2, settledOn: date('2026-03-13') }])
    expect(await statusOf(loan)).toEqual([203, null])
    const kinds = (await listPostings(api.database.db, loan)).map(({ kind }) => kind)
    expect(kinds).toEqual(['disbursementSent', 'disbursementSettled', 'accrual', 'paymentReceived'])
    await expectLedger(loan)
    expect((await noticeKindsOf(loan)).filter((kind) => kind === 'paymentReceived')).toHaveLength(1)
    await settle('2026-03-16')
    expect(await debitsOf(loan)).toMatchObject([{ status: 2 }])
    await settle('2026-03-17')
    expect(await debitsOf(loan)).toMatchObject([{ status: 3 }])
  })

  test('that was not announced moves to another day, and is not past due', async () => {
    const loan = await fundedLoan()
    for (let times = 0; times < 2; times += 1) {
      const run = await batch('2026-03-12')
      expect(run).toMatchObject({ files: [], ineligible: [] })
    }
    expect(await debitsOf(loan)).toEqual([])
    await settle('2026-03-17')
    expect(await statusOf(loan)).toEqual([202, null])
    await runPastDueRound(money)
    expect((await noticeKindsOf(loan)).filter((kind) => kind.startsWith('payment'))).toEqual(['paymentMoved'])
    expect(await noticeKindsOf(loan)).not.toContain('loanPastDue')
  })

  test('that the borrower holds is denied with the rule, stays planned, and is past due after its grace', async () => {
    const loan = await fundedLoan()
    await announce('2026-03-06')
    await api.database.db.execute(
      sql`update debit_authorizations set revoked_at = '2026-03-12T13:00:00Z', revoked_by = 'test'`,
    )
    await batch('2026-03-12')
    await batch('2026-03-12')
    expect(await listEligibilityDecisions(api.database.db, loan)).toMatchObject([
      { allowed: false, rule: 'revoked' },
    ])
    expect(await debitsOf(loan)).toMatchObject([{ status: 0, installmentNumber: 1 }])
    await settle('2026-03-16')
    expect(await statusOf(loan)).toEqual([203, null])
    expect(await debitsOf(loan)).toMatchObject([{ status: 0 }])
    await settle('2026-03-17')
    expect(await debitsOf(loan)).toMatchObject([{ status: -2 }])
    await runPastDueRound(money)
    await runPastDueRound(money)
    expect((await noticeKindsOf(loan)).filter((kind) => kind === 'loanPastDue')).toHaveLength(1)
  })

  test('that a revoked permission covered is not sent, in whatever file comes next (I8)', async () => {
    await fundedLoan()
    await announce('2026-03-06')
    await api.database.db.execute(
      sql`update debit_authorizations set revoked_at = '2026-03-12T13:00:00Z', revoked_by = 'test'`,
    )
    const run = await batch('2026-03-12')
    expect(run.files).toEqual([])
    expect(run.ineligible).toMatchObject([{ rule: expect.stringContaining('revoked') }])
  })

  test('is never made where automatic payments were declined; the schedule still counts (12 CFR 1005.10(e))', async () => {
    const loan = await fundedLoan({ ach: false })
    await announce('2026-03-06')
    const run = await batch('2026-03-12')
    expect(run).toMatchObject({ files: [], ineligible: [] })
    expect(await debitsOf(loan)).toEqual([])
    await settle('2026-03-13')
    expect(await statusOf(loan)).toEqual([203, null])
    at('2026-03-17', '09:00')
    await runPastDueRound(money)
    expect((await noticeKindsOf(loan)).filter((kind) => kind === 'loanPastDue')).toHaveLength(1)
    at('2026-04-13', '09:00')
    await runPastDueRound(money)
    expect(await statusOf(loan)).toEqual([205, 'notified'])
    expect((await noticeKindsOf(loan)).filter((kind) => kind === 'loanPastDue')).toHaveLength(2)
  })

  test('of a loan in collection is not sent; what the borrower confirms is (domain.md §2, eligibility)', async () => {
    const loan = await fundedLoan()
    await announce('2026-03-06')
    await api.database.db.execute(sql`update loans set status = 205, sub_status = 'notified'`)
    at('2026-03-12', '09:00')
    await planConfirmed(loan, 'payNow', '2026-03-13', cents(5_000n))
    expect((await batch('2026-03-12')).ineligible).toEqual([])
    expect(await debitsOf(loan)).toMatchObject([{ purpose: 'payNow', status: 4, installmentNumber: null }])
  })

  test('that a change has taken out is not sent (flag 1)', async () => {
    const loan = await fundedLoan()
    await announce('2026-03-06')
    await api.database.db.execute(sql`update installments set flags = 1 where number = 1`)
    expect(await batch('2026-03-12')).toMatchObject({ files: [], ineligible: [] })
    expect(await debitsOf(loan)).toEqual([])
  })

  test('all ten of them: each is taken as agreed, and the last leaves nothing owed (domain.md §7)', async () => {
    const loan = await fundedLoan()
    const plan = await findCurrentPlan(api.database.db, loan)
    for (const { dueDate } of plan?.installments ?? []) {
      const days = [money.calendar.addBankingDays(dueDate, -5), money.calendar.previous(dueDate), dueDate]
      const [told, sent, due] = days.map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
      await announce(told ?? '')
      expect((await batch(sent ?? '')).ineligible).toEqual([])
      await settle(due ?? '')
    }
    const debits = await debitsOf(loan)
    expect(debits.map(({ amount }) => amount)).toEqual(plan?.installments.map(({ amount }) => amount))
    expect(await statusOf(loan)).toEqual([203, null])
    await settle('2026-07-22')
    expect(await statusOf(loan)).toEqual([206, 'paidOff'])
    await expectLedger(loan)
  })
})
