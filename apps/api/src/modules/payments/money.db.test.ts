import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runBatchCall } from '@dolphin/contract/payments'
import { listAudit } from '@dolphin/database/examiner/audit-repository'
import {
  type AchFile,
  listAchFiles,
  listUnsentAchFiles,
} from '@dolphin/database/payments/ach-file-repository'
import { listPostings } from '@dolphin/database/payments/ledger-repository'
import { listTicketsAfter } from '@dolphin/database/channel/ticket-repository'
import { listTransactionMoves } from '@dolphin/database/payments/transaction-repository'
import { formatLocalDate, localDate } from '@dolphin/domain/calendar/local-date'
import { cents } from '@dolphin/domain/money/cents'
import { createBankFolder } from '@dolphin/integrations/ach-gateway/bank-folder'
import { readFile as readNacha } from '@dolphin/nacha/testing/read-file'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../config/config.ts'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { employeeRuns } from '../../testing/employee-runs.ts'
import { creditOf, statusOf } from '../../testing/loan-facts.ts'
import { resetApi } from '../../testing/reset-api.ts'
import { signLoan } from '../../testing/signed-loans.ts'
import { originateBatch } from './originate-batch.ts'
import { transmitFiles } from './transmit-files.ts'
import { runMoneyRound } from './timetable.ts'
import type { MoneyDeps } from '../../deps.ts'
import { codeOf } from '../../testing/response-code-of.ts'

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

async function bankFiles(): Promise<string[]> {
  const names: string[] = await readdir(join(bankFolder(), 'outbox')).catch(() => [])
  return names.toSorted((left, right) => left.localeCompare(right))
}

describe('the batch (domain.md §9)', () => {
  test('approved credits go once into one PPD file, 0 → 1 → 4, their loans 104 → 201, and a second run cuts nothing', async () => {
    const loans = [await signLoan(api), await signLoan(api, { amount: cents(30_000n) })]
    const first = await runs.batch()
    expect(first).toMatchObject({ batchDate: '2026-03-03', ineligible: [] })
    expect(first.files).toMatchObject([
      { effectiveEntryDate: '2026-03-04', credits: 2, debits: 0, creditTotal: '800.00', debitTotal: '0.00' },
    ])
    expect(await runs.batch()).toMatchObject({ files: [], ineligible: [] })
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
      expect((await statusOf(api, loan))[0]).toBe(201)
      const credit = await creditOf(api, loan)
      const moves = await listTransactionMoves(api.database.db, credit)
      expect(moves.map(({ toStatus }) => toStatus)).toEqual([0, 1, 4])
      expect(credit.traceNumber).toMatch(/^\d{15}$/)
      expect(await listPostings(api.database.db, loan)).toMatchObject([{ kind: 'disbursementSent' }])
    }
  })

  test('twenty runs at once cut one file', async () => {
    const loan = await signLoan(api)
    const answers = await Promise.all(Array.from({ length: 20 }, () => runs.batch()))
    expect(answers.flatMap(({ files }) => files)).toHaveLength(1)
    expect(await bankFiles()).toHaveLength(1)
    expect((await statusOf(api, loan))[0]).toBe(201)
  })

  test('the same key again answers the first answer (contract.md "Idempotency")', async () => {
    await signLoan(api)
    const options = { idempotencyKey: '11111111-1111-4111-8111-111111111111' }
    const input = { body: { portfolioId: 118 } }
    const first = await runs.employee.ask(runBatchCall, input, options)
    expect(first.files).toHaveLength(1)
    expect(await runs.employee.ask(runBatchCall, input, options)).toEqual(first)
  })

  test('Faults 13: a crash between rows and file sends the same file once, by the next run', async () => {
    const loan = await signLoan(api)
    const originated = await api.deps.units.write((unit) =>
      originateBatch(money, unit, 118, { actor: 'test' }),
    )
    expect(await bankFiles()).toEqual([])
    expect((await statusOf(api, loan))[0]).toBe(201)
    expect(await transmitFiles(money)).toBe(1)
    expect(await transmitFiles(money)).toBe(0)
    expect(await bankFiles()).toEqual(['118-20260303-A.ach'])
    expect(originated.ok && originated.value.files).toHaveLength(1)
  })

  test('Faults 13: a crash between the file and its note repeats nothing', async () => {
    await signLoan(api)
    await runs.batch()
    const path = join(bankFolder(), 'outbox', '118-20260303-A.ach')
    const before = await readFile(path, 'utf8')
    await api.database.db.execute(sql`update ach_files set sent_at = null`)
    expect(await listUnsentAchFiles(api.database.db)).toHaveLength(1)
    expect(await transmitFiles(money)).toBe(1)
    expect(await readFile(path, 'utf8')).toBe(before)
    expect(await bankFiles()).toHaveLength(1)
  })

  test('a file that the bank has acknowledged is removed; its hash stays, and no run sends it again (docs/security.md T19)', async () => {
    await signLoan(api)
    const run = await runs.batch()
    const [{ sha256 }] = (await listAchFiles(api.database.db, 118, localDate(2026, 3, 3))) as [AchFile]
    const acknowledge = (text: string) =>
      writeFile(join(bankFolder(), 'outbox', '118-20260303-A.ach.ack'), text)
    await acknowledge('0'.repeat(64))
    await expect(transmitFiles(money)).rejects.toThrow('OtherBytes')
    expect(await bankFiles()).toContain('118-20260303-A.ach')
    await acknowledge('')
    for (let turn = 0; turn < 2; turn += 1) await transmitFiles(money)
    expect(await bankFiles()).toEqual(['118-20260303-A.ach.ack'])
    const events = await listAudit(api.database.db, 118, '118-20260303-A')
    expect(events.filter(({ action }) => action === 'achFileAcknowledged')).toMatchObject([
      { facts: { sha256, namedByBank: false } },
    ])
    // A database from before the note hands the file over: the bank has it.
    await api.database.db.execute(sql`update ach_files set sent_at = null`)
    expect(await transmitFiles(money)).toBe(1)
    expect(await bankFiles()).toEqual(['118-20260303-A.ach.ack'])
    expect(run.files).toHaveLength(1)
  })

  test('account numbers lie readable in the bank’s file alone (design/security.md T19)', async () => {
    await signLoan(api)
    await runs.batch()
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
    await runs.at(instant)
    const answer = await runs.employee.call(runBatchCall, { body: { portfolioId: 118 } })
    expect(answer.code).toBe(codeOf('batchNotAllowed'))
    expect(await bankFiles()).toEqual([])
  })

  test('a bad account holds its own credit and no other', async () => {
    const [bad, good] = [await signLoan(api), await signLoan(api)]
    const key = { portfolioId: 118, applicationNo: bad.applicationNo }
    await api.database.db.execute(
      sql`delete from application_sections where application_no = ${key.applicationNo} and section_key = 'bank'`,
    )
    const run = await runs.batch()
    expect(run.ineligible).toMatchObject([{ loanNo: bad.loanNo, amount: '500.00' }])
    expect((await statusOf(api, bad))[0]).toBe(104)
    expect((await statusOf(api, good))[0]).toBe(201)
  })

  test('what missed its cut-off goes with the next batch, and ticket 3002 says so once', async () => {
    const loan = await signLoan(api)
    const { openId } = loan.client
    await runs.at('2026-03-03T19:00:00-05:00')
    await runMoneyRound(money)
    await runMoneyRound(money)
    expect(formatLocalDate((await creditOf(api, loan)).effectiveDate)).toBe('2026-03-05')
    const tickets = await listTicketsAfter(api.database.db, { portfolioId: 118, openId }, 0, 50)
    const missed = tickets.filter(({ ticket }) => ticket === 3002)
    expect(missed).toMatchObject([{ data: { portfolioId: 118, nextDate: '2026-03-05' } }])
    await runs.at('2026-03-04T10:00:00-05:00')
    expect((await runs.batch()).files).toMatchObject([{ effectiveEntryDate: '2026-03-05', credits: 1 }])
  })

  test('the timetable cuts before the cut-off and settles by itself', async () => {
    const loan = await signLoan(api)
    await runMoneyRound(money)
    expect((await statusOf(api, loan))[0]).toBe(104)
    const cutOff = api.deps.portfolios.byId(118)?.portfolio.cutOff.batch
    api.clock.set(new Date(Date.parse(`2026-03-03T${cutOff}:00-05:00`) - 10 * MINUTE_MS))
    await runMoneyRound(money)
    expect((await statusOf(api, loan))[0]).toBe(201)
    expect(await bankFiles()).toHaveLength(1)
    api.clock.set('2026-03-04T08:29:59-05:00')
    await runMoneyRound(money)
    expect((await statusOf(api, loan))[0]).toBe(201)
    api.clock.set('2026-03-04T08:30:00-05:00')
    await runMoneyRound(money)
    expect((await statusOf(api, loan))[0]).toBe(202)
  })
})
