import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { addDays, localDate } from '@dolphin/domain/calendar/local-date'
import { type Cents, cents } from '@dolphin/domain/money/cents'
import { TransactionMode, TransactionType, TransactionStatus } from '@dolphin/domain/payments/codes'
import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertAchFile, listAchFiles, listUnsentAchFiles, markAchFileSent } from './ach-file-repository.ts'
import {
  appendPosting,
  ledgerTotal,
  isLedgerIntact,
  listPostings,
  loanBalances,
  type NewPosting,
} from './ledger-repository.ts'
import type { KeyedLoan, LoanKey } from '../driver/owner.ts'
import { findCurrentPlan, savePlan } from '../plans/plan-repository.ts'
import {
  findTransactionByTrace,
  insertTransaction,
  listDueTransactions,
  listMovesOfLoan,
  listTransactionMoves,
  moveTransaction,
  rescheduleTransaction,
} from './transaction-repository.ts'

const at = new Date('2026-03-03T15:00:00.123Z')
const day = localDate(2026, 3, 4)
const reason = { cause: 'test', actor: 'system', at }

let database: TestDatabase
let loan: KeyedLoan

beforeAll(async () => {
  database = await openTestDatabase()
  loan = await storedLoan(database.db, { openId: 'anna' })
})
afterAll(async () => await database.close())

const posting = (cause: string, amount: bigint, { portfolioId, loanNo }: LoanKey = loan): NewPosting => ({
  portfolioId,
  loanNo,
  kind: 'disbursement',
  cause,
  effectiveDate: day,
  bookedAt: at,
  entries: [
    { account: 'principal', amount: cents(amount) },
    { account: 'cashInTransit', amount: cents(-amount) },
  ],
})

const book = async (one: NewPosting) => await database.transaction(async (tx) => await appendPosting(tx, one))

describe('ledger', () => {
  test('postings chain, balances add up, the book sums to zero (design/security.md I1, I2, I12)', async () => {
    const first = await book(posting('one', 50_000n))
    const second = await book(posting('two', -1_999n))
    expect([first?.sequence, second?.sequence]).toEqual([1, 2])
    expect(await loanBalances(database.db, loan)).toEqual(
      new Map([
        ['principal', 48_001n],
        ['cashInTransit', -48_001n],
      ]),
    )
    expect(await ledgerTotal(database.db)).toBe(0n)
    expect(await listPostings(database.db, loan)).toEqual([first, second])
    expect(await isLedgerIntact(database.db, loan)).toBe(true)
  })

  test('a cause is booked once, also by twenty at a time (design/security.md I3)', async () => {
    const key = await storedLoan(database.db)
    const booked = await Promise.all(
      Array.from(
        { length: 20 },
        async (_, index) =>
          await database.transaction(
            async (tx) => await appendPosting(tx, posting(`cause ${index % 5}`, 100n, key)),
          ),
      ),
    )
    expect(booked.filter((one) => one !== undefined)).toHaveLength(5)
    expect((await loanBalances(database.db, key)).get('principal')).toBe(500n)
    expect((await listPostings(database.db, key)).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5])
    expect(await isLedgerIntact(database.db, key)).toBe(true)
  })

  const insertPosting = (sequence: number, previous: string, count: number) =>
    sql`insert into ledger_postings (portfolio_id, loan_no, sequence, kind, cause, entry_count,
      effective_date, booked_at, previous_hash, hash, customer_key) values (${loan.portfolioId}, ${loan.loanNo}, ${sequence}, 'planted',
      ${`planted ${sequence}`}, ${count}, '2026-03-04', ${at.toISOString()}, ${previous}, 'planted hash',
      ${loan.customerKey})`
  /** Entries of one statement: their amounts, from a line on; how many they say there are. */
  interface Planted {
    readonly amounts: readonly number[]
    readonly line?: number
    readonly count?: number
  }

  function insertEntries(sequence: number, { amounts, line = 1, count = amounts.length }: Planted) {
    const values = amounts.map(
      (amount, index) =>
        sql`(${loan.portfolioId}, ${loan.loanNo}, ${sequence}, ${line + index}, ${count}, 'principal', ${amount}, ${loan.customerKey})`,
    )
    return sql`insert into ledger_entries (portfolio_id, loan_no, sequence, line, entry_count, account, amount,
      customer_key) values ${sql.join(values, sql`, `)}`
  }

  async function lastHash(): Promise<string> {
    return (await listPostings(database.db, loan)).at(-1)?.hash ?? ''
  }

  const SAYS_OTHERWISE = 'ledger_entries_as_many_as_booked'

  test.each<[string, string, Planted[]]>([
    ['unbalanced', 'DL002', [{ amounts: [100, -99] }]],
    ['one-sided', 'DL003', [{ amounts: [0], count: 2 }]],
    ['without entries', 'ledger_postings_have_entries', []],
    ['with more entries than it says', SAYS_OTHERWISE, [{ amounts: [1, -1, 0] }]],
    ['with more entries than they say', 'DL003', [{ amounts: [1, -1, 0], count: 2 }]],
    ['whose first line is missing', 'DL003', [{ amounts: [1, -1], line: 2 }]],
    [
      'whose entries come one by one',
      'DL003',
      [
        { amounts: [0], count: 2 },
        { amounts: [0], line: 2 },
      ],
    ],
  ])('a posting %s is refused by the database itself', async (_what, refusal, planted) => {
    const previous = await lastHash()
    const planting = database.transaction(async (tx) => {
      await tx.execute(insertPosting(3, previous, 2))
      for (const entries of planted) await tx.execute(insertEntries(3, entries))
    })
    await expect(planting).rejects.toThrow(refusal)
    expect(await listPostings(database.db, loan)).toHaveLength(2)
  })

  test.each<[string, string, Planted]>([
    ['in the place of those that are there', 'ledger_entries_portfolio_id', { amounts: [500, -500] }],
    ['after them', 'DL003', { amounts: [500, -500], line: 3 }],
    ['after them, as if there were four', SAYS_OTHERWISE, { amounts: [500, -500], line: 3, count: 4 }],
  ])('a balanced pair cannot be added to a posting later: %s', async (_what, refusal, planted) => {
    await expect(database.db.execute(insertEntries(1, planted))).rejects.toThrow(refusal)
  })

  test.each([
    ['a fork', 3, 'somebody else', 'ledger_postings_continue_chain'],
    ['a gap', 9, 'planted hash', 'ledger_postings_continue_chain'],
    ['a second beginning', 3, '', 'DL004'],
    ['a first link that continues', 1, 'planted hash', 'DL004'],
  ])('the chain admits no %s', async (_what, sequence, previous, refusal) => {
    await expect(database.db.execute(insertPosting(sequence, previous, 2))).rejects.toThrow(refusal)
  })

  test.each([
    'update ledger_entries set amount = amount * 2',
    'delete from ledger_entries',
    'update ledger_postings set kind = $$x$$',
    'delete from ledger_postings',
    'truncate ledger_postings cascade',
  ])('is append-only: %s', async (statement) => {
    await expect(database.executeSql(statement)).rejects.toThrow('DL001')
  })

  test('a change behind the triggers is found by the chain', async () => {
    await database.executeSql('alter table ledger_entries disable trigger user')
    await database.executeSql(
      "update ledger_entries set amount = amount + 1 where sequence = 1 and account = 'principal' and loan_no = $1",
      [loan.loanNo],
    )
    expect(await isLedgerIntact(database.db, loan)).toBe(false)
    await database.executeSql(
      "update ledger_entries set amount = amount - 1 where sequence = 1 and account = 'principal' and loan_no = $1",
      [loan.loanNo],
    )
    await database.executeSql('alter table ledger_entries enable trigger user')
    expect(await isLedgerIntact(database.db, loan)).toBe(true)
  })
})

describe('transactions', () => {
  const credit = (transactionNo: string, instructionKey: string, amount: Cents = cents(50_000n)) => ({
    ...loan,
    transactionNo,
    openId: 'anna',
    type: TransactionType.credit,
    mode: TransactionMode.ach,
    amount,
    effectiveDate: day,
    status: TransactionStatus.none,
    instructionKey,
    installmentNumber: null,
  })

  test('an instruction makes one transaction, however often it is given (design/security.md I3)', async () => {
    const made = await Promise.all(
      Array.from(
        { length: 10 },
        async (_, index) =>
          await database.transaction(
            async (tx) => await insertTransaction(tx, credit(`r${index}`, 'disburse once'), reason),
          ),
      ),
    )
    expect(made.filter(Boolean)).toHaveLength(1)
  })

  test('a status moves by compare-and-set with its history', async () => {
    const key = { portfolioId: 118, transactionNo: 'm1' }
    await insertTransaction(database.db, credit('m1', 'moves'), reason)
    expect(
      await rescheduleTransaction(
        database.db,
        key,
        { status: TransactionStatus.none, effectiveDate: addDays(day, 1) },
        at,
      ),
    ).toBe(true)
    const moves = await Promise.all(
      ['1', '2', '3'].map(
        async (traceNumber) =>
          await database.transaction(
            async (tx) => await moveTransaction(tx, key, { from: 0, to: 1, traceNumber }, reason),
          ),
      ),
    )
    expect(moves.filter(Boolean)).toHaveLength(1)
    expect(
      await rescheduleTransaction(
        database.db,
        key,
        { status: TransactionStatus.none, effectiveDate: day },
        at,
      ),
    ).toBe(false)
    expect(await listTransactionMoves(database.db, key)).toMatchObject([
      { sequence: 1, fromStatus: null, toStatus: TransactionStatus.none },
      { sequence: 2, fromStatus: TransactionStatus.none, toStatus: TransactionStatus.pending },
    ])
    const ofLoan = await listMovesOfLoan(database.db, loan)
    expect(ofLoan.filter(({ transactionNo }) => transactionNo === 'm1')).toMatchObject([
      { sequence: 1, toStatus: TransactionStatus.none, amount: 50_000n },
      { sequence: 2, toStatus: TransactionStatus.pending, amount: 50_000n },
    ])
    const trace = String(moves.indexOf(true) + 1)
    expect(await findTransactionByTrace(database.db, 118, trace)).toMatchObject({
      transactionNo: 'm1',
      status: TransactionStatus.pending,
    })
    expect(await findTransactionByTrace(database.db, 110, trace)).toBeUndefined()
  })

  test('nothing or less than nothing is no transaction', async () => {
    await expect(insertTransaction(database.db, credit('z', 'zero', cents(0n)), reason)).rejects.toThrow(
      '23514',
    )
  })

  test('a limit counts what is due by one mode, whatever else is due before it', async () => {
    const check = { ...credit('by-check', 'check'), mode: TransactionMode.paperCheck }
    await insertTransaction(
      database.db,
      { ...credit('by-ach', 'ach'), effectiveDate: addDays(day, -1) },
      reason,
    )
    await insertTransaction(database.db, check, reason)
    const { paperCheck: mode } = TransactionMode
    const due = { type: check.type, status: TransactionStatus.none, upTo: day, mode }
    const found = await listDueTransactions(database.db, loan.portfolioId, due, 1)
    expect(found.map(({ transactionNo }) => transactionNo)).toEqual(['by-check'])
  })

  test('each transaction is in exactly one file (domain.md §9)', async () => {
    await insertTransaction(database.db, credit('f1', 'file 1'), reason)
    const file = {
      portfolioId: 118,
      fileNo: 'F1',
      businessDate: day,
      fileIdModifier: 'A',
      sha256: 'a'.repeat(64),
      objectKey: 'ach/F1',
      entryCount: 1,
      debitTotal: cents(0n),
      creditTotal: cents(50_000n),
      createdAt: at,
    }
    const entry = {
      transactionNo: 'f1',
      customerKey: loan.customerKey,
      loanNo: loan.loanNo,
      traceNumber: '091000010000001',
      amount: cents(50_000n),
      effectiveDate: day,
    }
    await database.transaction(async (tx) => await insertAchFile(tx, file, [entry]))
    const twice = { ...file, fileNo: 'F2', fileIdModifier: 'B', sha256: 'b'.repeat(64) }
    const again = database.transaction(
      async (tx) => await insertAchFile(tx, twice, [{ ...entry, traceNumber: '091000010000002' }]),
    )
    await expect(again).rejects.toThrow('23505')
    const other = await storedLoan(database.db, { openId: 'of another customer' })
    await insertTransaction(database.db, { ...credit('f2', 'file 2'), ...other, openId: 'bert' }, reason)
    const sameTrace = { ...entry, transactionNo: 'f2', customerKey: other.customerKey }
    await expect(
      database.transaction(async (tx) => await insertAchFile(tx, twice, [sameTrace])),
    ).rejects.toThrow('23505')
    const same = database.transaction(
      async (tx) => await insertAchFile(tx, { ...twice, sha256: file.sha256 }, []),
    )
    await expect(same).rejects.toThrow('ach_files_sha256')
    expect(await listAchFiles(database.db, 118, day)).toMatchObject([{ fileNo: 'F1', sentAt: null }])
    const { rows } = await database.executeSql(
      'select transaction_no, trace_number from ach_entries where file_no = $1',
      [file.fileNo],
    )
    expect(rows).toEqual([{ transaction_no: entry.transactionNo, trace_number: entry.traceNumber }])
    expect(await listUnsentAchFiles(database.db)).toHaveLength(1)
    expect(await markAchFileSent(database.db, file, at)).toBe(true)
    expect(await markAchFileSent(database.db, file, at)).toBe(false)
    expect(await listUnsentAchFiles(database.db)).toEqual([])
  })
})

test('a new plan supersedes the one before; one holds', async () => {
  const installment = (number: number) => ({
    number,
    dueDate: addDays(day, 14 * number),
    principal: cents(25_000n),
    interest: cents(1_000n),
    fee: cents(0n),
    amount: cents(26_000n),
    balanceAfter: cents(number === 1 ? 25_000n : 0n),
    status: TransactionStatus.none,
    flags: 0,
  })
  const plan = (planNo: string) => ({
    ...loan,
    planNo,
    amount: cents(50_000n),
    frequency: PayrollFrequency.biWeekly,
    installmentCount: 2,
    installmentAmount: cents(26_000n),
    firstDate: addDays(day, 14),
    lastDate: addDays(day, 28),
    amountFinanced: cents(50_000n),
    financeCharge: cents(2_000n),
    totalOfPayments: cents(52_000n),
    apr: '69.52',
    disclosure: { method: 'simpleDaily' },
    termsDigest: 'c'.repeat(64),
    createdAt: at,
  })
  for (const planNo of ['P1', 'P2']) {
    await database.transaction(
      async (tx) => await savePlan(tx, plan(planNo), [installment(1), installment(2)]),
    )
  }
  expect(await findCurrentPlan(database.db, loan)).toMatchObject({
    plan: { planNo: 'P2', amount: 50_000n, disclosure: { method: 'simpleDaily' } },
    installments: [
      { number: 1, dueDate: addDays(day, 14) },
      { number: 2, balanceAfter: 0n },
    ],
  })
  const wrong = { ...installment(1), amount: cents(1n) }
  const broken = database.transaction(async (tx) => await savePlan(tx, plan('P3'), [wrong]))
  await expect(broken).rejects.toThrow('installments_add_up')
})
