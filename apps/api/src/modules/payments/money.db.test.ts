import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { disbursementDateCall, listDisbursementLoanCall } from '@dolphin/contract/disbursement'
import { approveLoanCall } from '@dolphin/contract/applications-staff'
import { runBatchCall, runSettlementCall, verifyLedgerCall } from '@dolphin/contract/payments'
import { listRepaymentLoanCall, paymentDetailCall } from '@dolphin/contract/servicing'
import type { Envelope } from '@dolphin/contract/envelope'
import { RESPONSE_CODES, type ResponseCodeName } from '@dolphin/contract/response-codes'
import { listUnsentAchFiles } from '@dolphin/database/payments/ach-file-repository'
import { ledgerTotal, isLedgerIntact, listPostings } from '@dolphin/database/payments/ledger-repository'
import { findLoan, listLoanMoves } from '@dolphin/database/loans/loan-repository'
import { findCurrentPlan } from '@dolphin/database/plans/plan-repository'
import { listTicketsAfter } from '@dolphin/database/channel/ticket-repository'
import { listTransactionMoves, listTransactions } from '@dolphin/database/payments/transaction-repository'
import { formatLocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { cents, sum } from '@dolphin/domain/money/cents'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { readFile as readNacha } from '@dolphin/nacha/testing/read-file'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../config/config.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { originateBatch } from './originate-batch.ts'
import { transmitFiles } from './transmit-files.ts'
import { settleDue } from './settle.ts'
import { runMoneyRound } from './timetable.ts'
import type { MoneyDeps } from '../../deps.ts'

let api: TestApi
let employee: TestClient
let money: MoneyDeps

beforeAll(async () => {
  api = await startTestApi()
})
beforeEach(async () => {
  await resetApi(api)
  employee = await signInEmployee(api)
  money = { ...api.deps, bank: createBankFolder(bankFolder()) }
})
afterAll(() => api.close())

const bankFolder = (): string => dataPaths(api.deps.config.dataDir).bank
const codeOf = (name: ResponseCodeName): number => RESPONSE_CODES[name].code
const runBatch = (portfolioId = 118) => employee.ask(runBatchCall, { body: { portfolioId } })
const settle = (portfolioId = 118) => employee.ask(runSettlementCall, { body: { portfolioId } })

async function bankFiles(): Promise<string[]> {
  const names: string[] = await readdir(join(bankFolder(), 'outbox')).catch(() => [])
  return names.toSorted((left, right) => left.localeCompare(right))
}

async function statusOf({ portfolioId, loanNo }: SignedLoan): Promise<number | undefined> {
  return (await findLoan(api.database.db, { portfolioId, loanNo }))?.status
}

async function creditOf(loan: SignedLoan) {
  const [credit] = await listTransactions(api.database.db, loan)
  if (credit === undefined) throw new Error('the loan has a credit')
  return credit
}

/** An employee's session ends after half an hour; a new day is a new sign-in. */
async function at(instant: string): Promise<void> {
  api.clock.set(instant)
  employee = await signInEmployee(api)
}

describe('the batch (domain.md §9)', () => {
  test('approved credits go once into one PPD file, 0 → 1 → 4, their loans 104 → 201, and a second run cuts nothing', async () => {
    const loans = [await signLoan(api), await signLoan(api, { amount: cents(30_000n) })]
    const first = await runBatch()
    expect(first).toMatchObject({ batchDate: '2026-03-03', ineligible: [] })
    expect(first.files).toMatchObject([
      { effectiveEntryDate: '2026-03-04', credits: 2, debits: 0, creditTotal: '800.00', debitTotal: '0.00' },
    ])
    expect(await runBatch()).toMatchObject({ files: [], ineligible: [] })
    expect(await bankFiles()).toEqual(['118-20260303-A.ach'])
    const text = await readFile(join(bankFolder(), 'outbox', '118-20260303-A.ach'), 'utf8')
    const read = readNacha(text)
    const batch = read.ok ? read.value.batches[0] : undefined
    expect(batch?.header).toMatchObject({
      standardEntryClass: 'PPD',
      effectiveEntryDate: localDate(2026, 3, 4),
    })
    expect(batch?.entries.map(({ individualIdentification }) => individualIdentification).toSorted()).toEqual(
      loans.map(({ loanNo }) => loanNo).toSorted(),
    )
    for (const loan of loans) {
      expect(await statusOf(loan)).toBe(201)
      const credit = await creditOf(loan)
      const moves = await listTransactionMoves(api.database.db, credit)
      expect(moves.map(({ toStatus }) => toStatus)).toEqual([0, 1, 4])
      expect(credit.traceNumber).toMatch(/^\d{15}$/)
      expect(await listPostings(api.database.db, loan)).toMatchObject([{ kind: 'disbursementSent' }])
    }
  })

  test('twenty runs at once cut one file', async () => {
    const loan = await signLoan(api)
    const runs = await Promise.all(Array.from({ length: 20 }, () => runBatch()))
    expect(runs.flatMap(({ files }) => files)).toHaveLength(1)
    expect(await bankFiles()).toHaveLength(1)
    expect(await statusOf(loan)).toBe(201)
  })

  test('the same key again answers the first answer (contract.md "Idempotency")', async () => {
    await signLoan(api)
    const options = { idempotencyKey: '11111111-1111-4111-8111-111111111111' }
    const input = { body: { portfolioId: 118 } }
    const first = await employee.ask(runBatchCall, input, options)
    expect(first.files).toHaveLength(1)
    expect(await employee.ask(runBatchCall, input, options)).toEqual(first)
  })

  test('Faults 13: a crash between rows and file sends the same file once, by the next run', async () => {
    const loan = await signLoan(api)
    const originated = await api.deps.units.write((unit) => originateBatch(money, unit, 118, 'test'))
    expect(await bankFiles()).toEqual([])
    expect(await statusOf(loan)).toBe(201)
    expect(await transmitFiles(money)).toBe(1)
    expect(await transmitFiles(money)).toBe(0)
    expect(await bankFiles()).toEqual(['118-20260303-A.ach'])
    expect(originated.ok && originated.value.files).toHaveLength(1)
  })

  test('Faults 13: a crash between the file and its note repeats nothing', async () => {
    await signLoan(api)
    await runBatch()
    const path = join(bankFolder(), 'outbox', '118-20260303-A.ach')
    const before = await readFile(path, 'utf8')
    await api.database.db.execute(sql`update ach_files set sent_at = null`)
    expect(await listUnsentAchFiles(api.database.db)).toHaveLength(1)
    expect(await transmitFiles(money)).toBe(1)
    expect(await readFile(path, 'utf8')).toBe(before)
    expect(await bankFiles()).toHaveLength(1)
  })

  test('account numbers lie readable in the bank’s file alone (design/security.md T19)', async () => {
    await signLoan(api)
    await runBatch()
    const folder = join(api.deps.config.dataDir, 'objects')
    const names = await readdir(folder, { recursive: true, withFileTypes: true })
    const texts = await Promise.all(
      names
        .filter((entry) => entry.isFile())
        .map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
    )
    expect(texts.length).toBeGreaterThan(0)
    expect(texts.filter((text) => text.includes('000111222333'))).toEqual([])
  })

  test.each([
    ['after the cut-off', '2026-03-03T18:00:00-05:00'],
    ['on a Saturday', '2026-03-07T10:00:00-05:00'],
    ['on a Federal Reserve holiday', '2026-05-25T10:00:00-04:00'],
  ])('no batch is cut %s', async (_when, instant) => {
    await signLoan(api)
    await at(instant)
    const answer = await employee.call(runBatchCall, { body: { portfolioId: 118 } })
    expect(answer.code).toBe(codeOf('batchNotAllowed'))
    expect(await bankFiles()).toEqual([])
  })

  test('a bad account holds its own credit and no other', async () => {
    const [bad, good] = [await signLoan(api), await signLoan(api)]
    const key = { portfolioId: 118, applicationNo: bad.applicationNo }
    await api.database.db.execute(
      sql`delete from application_sections where application_no = ${key.applicationNo} and section_key = 'bank'`,
    )
    const run = await runBatch()
    expect(run.ineligible).toMatchObject([{ loanNo: bad.loanNo, amount: '500.00' }])
    expect(await statusOf(bad)).toBe(104)
    expect(await statusOf(good)).toBe(201)
  })

  test('what missed its cut-off goes with the next batch, and ticket 3002 says so once', async () => {
    const loan = await signLoan(api)
    const { openId } = loan.client
    await at('2026-03-03T19:00:00-05:00')
    await runMoneyRound(money)
    await runMoneyRound(money)
    expect(formatLocalDate((await creditOf(loan)).effectiveDate)).toBe('2026-03-05')
    const tickets = await listTicketsAfter(api.database.db, { portfolioId: 118, openId }, 0, 50)
    const missed = tickets.filter(({ ticket }) => ticket === 3002)
    expect(missed).toMatchObject([{ data: { portfolioId: 118, nextDate: '2026-03-05' } }])
    await at('2026-03-04T10:00:00-05:00')
    expect((await runBatch()).files).toMatchObject([{ effectiveEntryDate: '2026-03-05', credits: 1 }])
  })

  test('the timetable cuts before the cut-off and settles by itself', async () => {
    const loan = await signLoan(api)
    await runMoneyRound(money)
    expect(await statusOf(loan)).toBe(104)
    const cutOff = api.deps.portfolios.byId(118)?.portfolio.cutOff.batch
    api.clock.set(new Date(Date.parse(`2026-03-03T${cutOff}:00-05:00`) - 10 * 60_000))
    await runMoneyRound(money)
    expect(await statusOf(loan)).toBe(201)
    expect(await bankFiles()).toHaveLength(1)
    api.clock.set('2026-03-04T08:29:59-05:00')
    await runMoneyRound(money)
    expect(await statusOf(loan)).toBe(201)
    api.clock.set('2026-03-04T08:30:00-05:00')
    await runMoneyRound(money)
    expect(await statusOf(loan)).toBe(202)
  })
})

describe('settlement (domain.md §2, §9)', () => {
  test('08:30 New York of the effective entry date: 4 → 2, 201 → 202, two balanced postings', async () => {
    const loan = await signLoan(api)
    await runBatch()
    expect(await settle()).toMatchObject({ settledOn: '2026-03-03', settled: [] })
    await at('2026-03-04T08:30:00-05:00')
    expect(await settle()).toMatchObject({
      settledOn: '2026-03-04',
      settled: [{ loanNo: loan.loanNo, amount: '500.00' }],
    })
    expect(await settle()).toMatchObject({ settled: [], checked: 0 })
    const postings = await listPostings(api.database.db, loan)
    expect(postings.map(({ kind }) => kind)).toEqual(['disbursementSent', 'disbursementSettled'])
    for (const { entries } of postings) expect(sum(entries.map(({ amount }) => amount))).toBe(0n)
    expect(await isLedgerIntact(api.database.db, loan)).toBe(true)
    expect(await ledgerTotal(api.database.db)).toBe(0n)
    const verified = await employee.ask(verifyLedgerCall, { params: { loanNo: loan.loanNo } })
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
    await runBatch()
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
    await runBatch()
    await at('2026-03-05T09:00:00-05:00')
    expect(await settle()).toMatchObject({ checked: 0 })
    await at('2026-03-06T09:00:00-05:00')
    expect(await settle()).toMatchObject({ checked: 1 })
    expect((await creditOf(loan)).status).toBe(3)
    const other = await signLoan(api)
    await runBatch()
    await at('2026-03-10T09:00:00-04:00')
    await settle()
    expect((await creditOf(other)).status).toBe(2)
    await at('2026-03-11T09:00:00-04:00')
    await settle()
    expect((await creditOf(other)).status).toBe(3)
  })

  test('a prepaid fee is withheld and is income: principal is owed whole', async () => {
    const loan = await signLoan(api, { portfolioId: 110 })
    await employee.ask(approveLoanCall, { body: { loanNo: loan.loanNo, note: 'income seen' } })
    await runBatch(110)
    await at('2026-03-04T09:00:00-05:00')
    await settle(110)
    const { balances } = await employee.ask(verifyLedgerCall, { params: { loanNo: loan.loanNo } })
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
    await at('2026-03-05T10:00:00-05:00')
    await runBatch()
    await at('2026-03-06T09:00:00-05:00')
    await settle()
    const fitted = await findCurrentPlan(api.database.db, loan)
    const [before, after] = [signed?.installments ?? [], fitted?.installments ?? []]
    expect(after.map(({ dueDate }) => dueDate)).toEqual(before.map(({ dueDate }) => dueDate))
    expect(after[0]?.interest).toBeLessThan(before[0]?.interest ?? 0n)
    expect(sum(after.map(({ principal }) => principal))).toBe(50_000n)
    expect(after.at(-1)?.balanceAfter).toBe(0n)
    expect(after.at(-1)?.amount).toBeLessThan(before.at(-1)?.amount ?? 0n)
  })

  test('settling and cutting at the same time, twenty times over, moves each once', async () => {
    const loan = await signLoan(api)
    await runBatch()
    api.clock.set('2026-03-04T09:00:00-05:00')
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        if (index % 2 === 0) await api.deps.units.write((unit) => settleDue(money, unit, 118, 'test'))
        else await api.deps.units.write((unit) => originateBatch(money, unit, 118, 'test'))
      }),
    )
    expect(await listPostings(api.database.db, loan)).toHaveLength(2)
    expect(await statusOf(loan)).toBe(202)
  })
})

describe('what the borrower sees', () => {
  const refusedWith = (envelope: Envelope<unknown>) => envelope.code

  test('home flag 4 with its tracker until the money is there, then 5 with the first payment date', async () => {
    const loan = await signLoan(api)
    const waiting = await loan.client.ask(listDisbursementLoanCall, {})
    expect(waiting).toMatchObject({
      homeFlag: 4,
      loans: [
        {
          loanNo: loan.loanNo,
          loanStatus: 104,
          trackerStep: 3,
          amount: '500.00',
          effectiveDate: '2026-03-04',
          method: 15000,
          account: { accountMasked: '••••2333' },
          next: '/home',
          cancelable: true,
        },
      ],
    })
    expect(refusedWith(await loan.client.call(paymentDetailCall, { query: { loanNo: loan.loanNo } }))).toBe(
      codeOf('loanStatusInvalid'),
    )
    await runBatch()
    expect(await loan.client.ask(listDisbursementLoanCall, {})).toMatchObject({
      homeFlag: 4,
      loans: [{ loanStatus: 201, trackerStep: 4, cancelable: false, datesToPick: [] }],
    })
    // The next morning, before the borrower's session ends.
    await api.database.db.execute(
      sql`update sessions set expires_at = '2027-01-01', last_seen_at = '2026-03-04T13:30:00Z'`,
    )
    api.clock.set('2026-03-04T08:45:00-05:00')
    await runMoneyRound(money)
    const [mine] = (await loan.client.ask(listRepaymentLoanCall, {})).loans
    expect(await loan.client.ask(listDisbursementLoanCall, {})).toEqual({ homeFlag: 5, loans: [] })
    expect(mine).toMatchObject({
      loanStatus: 202,
      effectiveDate: '2026-03-04',
      balance: '500.00',
      payoffToday: '500.00',
      paid: '0.00',
      progress: '0.00',
      firstPaymentDate: '2026-03-13',
      nextDueDate: '2026-03-13',
      installmentsTotal: 10,
      daysOverdue: 0,
    })
    const detail = await loan.client.ask(paymentDetailCall, { query: { loanNo: loan.loanNo } })
    expect(detail).toMatchObject({
      perDiem: '3.56',
      balance: '500.00',
      transactions: [{ status: 2, type: 14000 }],
    })
    expect(detail.installments).toHaveLength(10)
  })

  test('payoff today is principal and simple daily interest since the settlement', async () => {
    const loan = await signLoan(api)
    await runBatch()
    await api.database.db.execute(
      sql`update sessions set expires_at = '2027-01-01', last_seen_at = '2026-03-11T13:00:00Z'`,
    )
    api.clock.set('2026-03-11T09:00:00-04:00')
    await runMoneyRound(money)
    const detail = await loan.client.ask(paymentDetailCall, { query: { loanNo: loan.loanNo } })
    // 500.00 × 260 % × 7 / 365 = 24.93
    expect(detail).toMatchObject({ payoffToday: '524.93', nextDueDate: '2026-03-13', pastDueAmount: '0.00' })
  })

  test('another customer, another portfolio or no session sees none of it', async () => {
    const loan = await signLoan(api)
    const otherCustomer = await signLoan(api)
    const foreign = await signLoan(api, { portfolioId: 110 })
    for (const { client } of [otherCustomer, foreign]) {
      const query = { loanNo: loan.loanNo }
      expect(refusedWith(await client.call(paymentDetailCall, { query }))).toBe(codeOf('loanNotFound'))
      const list = await client.ask(listDisbursementLoanCall, {})
      expect(list.loans.map(({ loanNo }) => loanNo)).not.toContain(loan.loanNo)
      const body = { loanNo: loan.loanNo, date: '2026-03-05' }
      expect(refusedWith(await client.call(disbursementDateCall, { body }))).toBe(codeOf('loanNotFound'))
    }
    for (const call of [listDisbursementLoanCall, listRepaymentLoanCall])
      expect(refusedWith(await api.client().call(call, {}))).toBe(codeOf('noIdentity'))
  })

  test('the day can be moved later until the batch has the credit, never before the day agreed', async () => {
    const loan = await signLoan(api)
    const pick = (date: string) =>
      loan.client.call(disbursementDateCall, { body: { loanNo: loan.loanNo, date } })
    expect((await pick('2026-03-07')).code).toBe(codeOf('dateNotAvailable'))
    expect((await pick('2026-03-03')).code).toBe(codeOf('dateNotAvailable'))
    const picked = await pick('2026-03-05')
    expect(picked.data).toMatchObject({ date: '2026-03-05', fundsArriveOn: '2026-03-05' })
    expect(await runBatch()).toMatchObject({ files: [] })
    expect(await loan.client.ask(listDisbursementLoanCall, {})).toMatchObject({
      loans: [{ effectiveDate: '2026-03-05' }],
    })
    expect((await pick('2026-03-04')).code).toBe(1)
    expect((await runBatch()).files).toHaveLength(1)
    expect((await pick('2026-03-05')).code).toBe(codeOf('disbursementNotOpen'))
  })

  test('one mail of each kind: approved, sent, funded', async () => {
    const loan = await signLoan(api)
    await runBatch()
    await at('2026-03-04T09:00:00-05:00')
    await settle()
    await runMoneyRound(money)
    const { rows } = await api.database.db.execute<{ kind: string }>(
      sql`select kind from outbox where loan_no = ${loan.loanNo}`,
    )
    const kinds = rows.map(({ kind }) => kind)
    for (const kind of ['approved', 'disbursementSent', 'loanFunded'])
      expect(kinds.filter((one) => one === kind)).toHaveLength(1)
  })
})
