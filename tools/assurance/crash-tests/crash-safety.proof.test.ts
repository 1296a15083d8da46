import { fork } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isLedgerIntact, loanBalances } from '@dolphin/database/payments/ledger-repository'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { formatLocalDate, localDate, type LocalDate } from '@dolphin/domain/calendar/local-date'
import { ledgerOf } from '@dolphin/domain/servicing/ledger-lines'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { buildWorker } from '@dolphin/integrations/worker/build-worker'
import { readFile as readNacha } from '@dolphin/nacha/testing/read-file'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataPaths } from '@dolphin/api/config/config'
import { loadAccount } from '@dolphin/api/modules/servicing/account-facts'
import { startTestApi, type TestApi } from '@dolphin/api/testing/api-fixture'
import type { MoneyRoundRequest } from './money-process.ts'
import { KILL_PROGRAM } from './money-process-build.ts'
import { PACKAGES_LEFT_OUT } from '@dolphin/api/testing/packages-left-out'
import { resetApi } from '@dolphin/api/testing/reset-api'
import { type SignedLoan, signLoan } from '@dolphin/api/testing/signed-loans'
import { originateWholeBatch } from '@dolphin/api/modules/payments/originate-batch'
import { transmitFiles } from '@dolphin/api/modules/payments/transmit-files'
import { MONEY_FAULT_POINTS, type MoneyFaultPoint } from './fault-points.ts'
import type { MoneyDeps } from '@dolphin/api/deps'
import { settleAll } from '@dolphin/api/modules/payments/settle'
import { runMoneyRound } from '@dolphin/api/modules/payments/timetable'
import { announceDebits } from '@dolphin/api/modules/payments/upcoming-debits'

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url))
/** `npm run proof` kills at every mark with one borrower; here some loans of a settlement are through and others not. */
const MARKS = MONEY_FAULT_POINTS.filter((faultPoint) => faultPoint.startsWith('settlement:'))
/** Killed as the second and as the third of several loans passes. */
const PASSES = [2, 3] as const

let api: TestApi
let money: MoneyDeps
let program: string
const loans: SignedLoan[] = []

beforeAll(async () => {
  program = await buildWorker(KILL_PROGRAM, PACKAGES_LEFT_OUT)
  api = await startTestApi()
  await resetApi(api)
  money = { ...api.deps, bank: createBankFolder(dataPaths(api.deps.config.dataDir).bank) }
  for (let count = 0; count < 3; count += 1) loans.push(await signLoan(api))
  api.clock.set('2026-03-03T10:00:00-05:00')
  await originateWholeBatch(money, 118, 'test')
  await transmitFiles(money)
  api.clock.set('2026-03-04T09:00:00-05:00')
  await settleAll(money, 118, 'test')
  await payEveryBankingDay()
  api.clock.set('2026-03-09T09:00:00-04:00')
  await announceDebits(money)
  // One more whose credit is on its way while the process is killed.
  loans.push(await signLoan(api))
}, 120_000)
afterAll(() => api.close())

const FIRST_DAY = localDate(2026, 3, 13)
/** A batch on each: the one before the first settlement, and one for each kill. */
const ROUNDS = 1 + MARKS.length * PASSES.length
const DAYS = ROUNDS + 5

/** Instead of ten payments a small one on each banking day, so that every day has its batch and its settlement. */
async function payEveryBankingDay(): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, index) =>
    formatLocalDate(money.calendar.addBankingDays(FIRST_DAY, index)),
  )
  await api.database.transaction(async (tx) => {
    await tx.execute(sql`create temporary table kept on commit drop as select distinct customer_key, plan_no, loan_no
      from installments join payment_plans using (portfolio_id, customer_key, plan_no, loan_no) where superseded_at is null`)
    await tx.execute(sql`delete from installments`)
    await tx.execute(sql`insert into installments (portfolio_id, customer_key, plan_no, number, loan_no, due_date, principal,
        interest, fee, amount, balance_after, status, flags)
      select 118, customer_key, plan_no, n, loan_no, day::date, 500, 0, 0, 500, 0, 0, 0
      from kept, json_array_elements_text(${JSON.stringify(days)}::json) with ordinality as days(day, n)`)
  })
}

const instantOf = (day: LocalDate): string => `${formatLocalDate(day)}T16:45:00-04:00`

/** Runs a money round in a process of its own; answers the signal that ended it. */
async function runUntilCrashed(
  day: LocalDate,
  crashAt: MoneyFaultPoint,
  pass: number,
): Promise<NodeJS.Signals | null> {
  const { location } = api.database
  if (!('url' in location)) throw new Error('PostgreSQL has an address')
  const request: MoneyRoundRequest = {
    database: location,
    dataDir: api.deps.config.dataDir,
    projectFolder: PROJECT,
    now: instantOf(day),
    crashAt,
    pass,
  }
  return await new Promise((done) => {
    const child = fork(program, [JSON.stringify(request)], { stdio: 'inherit', execArgv: [] })
    child.once('exit', (_code, signal) => done(signal))
  })
}

interface SentEntry {
  readonly trace_number: string
  readonly file_no: string
  readonly amount: string
  readonly status: number
}

/** Returns, for each entry transmitted to the bank, its file and its amount. */
async function entriesAtTheBank(): Promise<{ trace: string; fileNo: string; amount: bigint }[]> {
  const folder = join(dataPaths(api.deps.config.dataDir).bank, 'outbox')
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  const files = await Promise.all(
    names.map(async (name) => {
      const read = readNacha(await readFile(join(folder, name), 'utf8'))
      if (!read.ok) throw new Error(`${name} is no file that a bank can read`)
      return read.value.batches.flatMap(({ entries }) =>
        entries.map(({ traceNumber: trace, amount }) => ({
          trace,
          amount,
          fileNo: name.replace('.ach', ''),
        })),
      )
    }),
  )
  return files.flat()
}

describe('a crash in the middle of a settlement of several loans (issue "Money" 3; design/security.md I3, F13)', () => {
  test('each entry reaches the bank in exactly one file, each file once, and the ledger agrees', async ({
    annotate,
  }) => {
    const hits: string[] = []
    let day = money.calendar.previous(FIRST_DAY)
    const finish = async (): Promise<void> => {
      api.clock.set(instantOf(day))
      await runMoneyRound(money)
      day = money.calendar.next(day)
    }
    await finish()
    for (const faultPoint of MARKS) {
      for (const pass of PASSES) {
        if ((await runUntilCrashed(day, faultPoint, pass)) === 'SIGKILL')
          hits.push(`${faultPoint}, loan ${pass}`)
        // The next process finishes the interrupted work.
        await finish()
      }
    }
    await annotate(hits.join('; '))
    expect(hits).toEqual(MARKS.flatMap((faultPoint) => PASSES.map((pass) => `${faultPoint}, loan ${pass}`)))
    await expectOnce()
    for (const loan of loans) await expectLedger(loan)
  }, 300_000)
})

async function expectOnce(): Promise<void> {
  const { rows } = await api.database.db.execute<SentEntry & Record<string, unknown>>(
    sql`select e.trace_number, e.file_no, e.amount::text, t.status from ach_entries e
      join transactions t using (portfolio_id, transaction_no)`,
  )
  const atTheBank = await entriesAtTheBank()
  const byTrace = (left: { trace: string }, right: { trace: string }) => (left.trace < right.trace ? -1 : 1)
  expect(atTheBank.toSorted(byTrace)).toEqual(
    rows
      .map((row) => ({ trace: row.trace_number, fileNo: row.file_no, amount: BigInt(row.amount) }))
      .toSorted(byTrace),
  )
  expect(new Set(atTheBank.map(({ trace }) => trace)).size).toBe(atTheBank.length)
  for (const { status } of rows) expect([2, 3, 4]).toContain(status)
  expect(atTheBank.length).toBe(ROUNDS * 3 + 4)
  await expectFilesAsOriginated()
}

/** Every generated file is transmitted to the bank with exactly the generated bytes, and no other file. */
async function expectFilesAsOriginated(): Promise<void> {
  const { rows } = await api.database.db.execute<{ file_no: string; sha256: string; sent: boolean }>(
    sql`select file_no, sha256, sent_at is not null as sent from ach_files order by file_no`,
  )
  const folder = join(dataPaths(api.deps.config.dataDir).bank, 'outbox')
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.'))
  expect(names.toSorted((left, right) => (left < right ? -1 : 1))).toEqual(
    rows.map(({ file_no: fileNo }) => `${fileNo}.ach`),
  )
  for (const { file_no: fileNo, sha256, sent } of rows) {
    const bytes = await readFile(join(folder, `${fileNo}.ach`))
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
    expect(sent).toBe(true)
  }
}

async function expectLedger(loan: SignedLoan): Promise<void> {
  const row = await findLoan(api.database.db, loan)
  const facts = row && (await loadAccount(api.deps, api.database.db, row))
  if (facts === undefined) throw new Error('a funded loan')
  const balances = await loanBalances(api.database.db, loan)
  for (const [account, must] of Object.entries(ledgerOf(facts.terms, facts.account.state)))
    expect(balances.get(account) ?? 0n, account).toBe(must)
  expect(await isLedgerIntact(api.database.db, loan)).toBe(true)
}
