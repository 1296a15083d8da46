import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TransactionStatus } from '@dolphin/domain/payments/codes'
import { approveLoanCall } from '@dolphin/contract/applications-staff'
import { listInboxEntries } from '@dolphin/database/payments/ach-inbox-repository'
import { listOpenWorkItems } from '@dolphin/database/work-items/work-item-repository'
import type { WorkItemKind } from '@dolphin/domain/work-items/codes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dataPaths } from '../../../config/config.ts'
import { startTestApi, type TestApi } from '../../../testing/api-fixture.ts'
import { bankFile } from '../../../testing/bank-returns.ts'
import { bankSample } from '../../../testing/bank-samples.ts'
import { signInEmployee } from '../../../testing/employees.ts'
import { batchOn, liveOn, settleOn } from '../../../testing/funded-loans.ts'
import { creditOf, debitAt, statusOf } from '../../../testing/loan-facts.ts'
import { ledgerDifferences, moneyDays, PAYDAYS } from '../../../testing/money-days.ts'
import { resetApi } from '../../../testing/reset-api.ts'
import { signLoan } from '../../../testing/signed-loans.ts'
import { importInboxFile } from './import-file.ts'

/** Files of banks, read entry by entry (domain.md §14; docs/field-cases.md). */
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

const open = (portfolioId: number, kind: WorkItemKind) =>
  listOpenWorkItems(api.database.db, { portfolioId, kind })
const waiting = async (portfolioId: number) =>
  (
    await Promise.all(
      (
        [
          'unmatchedReturn',
          'refusedReturn',
          'entryQuarantined',
          'unreadBankEntry',
          'fileQuarantined',
        ] as const
      ).map((kind) => open(portfolioId, kind)),
    )
  ).flat()
const bankSends = async (day: string, bytes: Uint8Array, fileName = `RET-${day}.ach`) => {
  days.at(day, '12:00')
  return await importInboxFile(days.money, [days.data()], { fileName, bytes, actor: 'test' })
}
const row = (kind: string, counts: object, portfolioId: number | null = 118) => ({
  portfolioId,
  kind,
  applied: 0,
  known: 0,
  refused: 0,
  quarantined: 0,
  ...counts,
})
const [, SECOND] = PAYDAYS

describe('one odd entry holds no other', () => {
  test('FC-02: R10 beside a notice C13: the R10 is applied that day, the C13 goes to a person', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const debit = await debitAt(api, loan, 0)
    const bytes = bankSample('r10-with-c13', [
      { trace: '123456780000013', amount: '17500', transaction: debit },
    ])
    expect(await bankSends('2026-03-16', bytes)).toMatchObject({
      status: 'taken',
      returns: 1,
      entries: 2,
      kinds: [row('noticeOfChange', { quarantined: 1 }), row('return', { applied: 1 })],
    })
    expect(await debitAt(api, loan, 0)).toMatchObject({
      status: TransactionStatus.rejected,
      returnCode: 'R10',
    })
    expect(await ledgerDifferences(api, loan)).toEqual([])
    expect(await open(118, 'entryQuarantined')).toMatchObject([
      {
        reason: expect.stringContaining('line 7 of RET-2026-03-16.ach: is no change code'),
        facts: { code: 'C13', lines: [/••••2333/, /798C13/].map((one) => expect.stringMatching(one)) },
      },
    ])
    await days.announce(SECOND[0])
    expect((await days.batch(SECOND[1])).files).toEqual([])
  })

  test('FC-03: batches of two portfolios: each takes its own, once, whichever saw the file first', async () => {
    const loan = await days.fundOne()
    const other = await signLoan(api, { portfolioId: 110 })
    await liveOn(api, '2026-03-05T09:00:00-05:00')
    const employee = await signInEmployee(api)
    await employee.ask(approveLoanCall, { body: { loanNo: other.loanNo, note: 'seen' } })
    await batchOn(api, '2026-03-05', 110)
    await settleOn(api, '2026-03-06', 110)
    await days.announceNow()
    await batchOn(api, '2026-03-12', 110)
    await settleOn(api, '2026-03-13', 110)
    const bytes = bankSample('two-brands', [
      { trace: '123456780000012', amount: '80000', transaction: await creditOf(api, loan) },
      { trace: '123456780000099', amount: '5000', transaction: await debitAt(api, other, 0) },
    ])
    expect(await bankSends('2026-03-16', bytes)).toMatchObject({
      returns: 2,
      kinds: [row('return', { applied: 1 }, 110), row('return', { applied: 1 })],
    })
    expect(await statusOf(api, loan)).toEqual([104, null])
    expect(await debitAt(api, other, 0)).toMatchObject({
      status: TransactionStatus.rejected,
      returnCode: 'R01',
    })
    const owner = api.deps.portfolios.byId(110)
    const file = { fileName: 'AGAIN.ach', bytes, actor: 'test' }
    expect(await importInboxFile(days.money, owner === undefined ? [] : [owner], file)).toMatchObject({
      returns: 0,
      alreadyKnown: 2,
    })
    expect([...(await waiting(110)), ...(await waiting(118)), ...(await waiting(0))]).toEqual([])
  })

  test('a company that no portfolio has: a person of the server, and the debits of our loan rest', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const ours = [{ transaction: await debitAt(api, loan, 0), code: 'R01' }]
    const text = Buffer.from(bankFile(ours)).toString('latin1').replaceAll('1180001180', '1990001990')
    expect(await bankSends('2026-03-16', Buffer.from(text, 'latin1'))).toMatchObject({
      returns: 0,
      kinds: [row('return', { quarantined: 1 }, null)],
    })
    const [ofServer] = await open(0, 'entryQuarantined')
    expect(ofServer).toMatchObject({
      reason: expect.stringContaining('no portfolio has the company 1990001990'),
    })
    expect(await open(118, 'entryQuarantined')).toMatchObject([{ concerns: [loan.loanNo] }])
    await days.settle('2026-03-17')
    expect(await debitAt(api, loan, 0)).toMatchObject({ status: TransactionStatus.notChecked })
    await bankSends('2026-03-17', bankFile(ours))
    expect(await debitAt(api, loan, 0)).toMatchObject({ status: TransactionStatus.rejected })
    expect([...(await waiting(118)), ...(await waiting(0))]).toEqual([])
  })
})

describe('what is normal is no fault', () => {
  test('FC-04: two whole files one behind the other: both are taken', async () => {
    const loans = await days.fund(2)
    await days.collect(PAYDAYS[0])
    const [one, two] = await Promise.all(loans.map((loan) => debitAt(api, loan, 0)))
    const files = [
      bankFile([{ transaction: one!, code: 'R01' }]),
      bankFile([{ transaction: two!, code: 'R02' }], { serial: 1 }),
    ]
    expect(await bankSends('2026-03-16', Buffer.concat(files))).toMatchObject({
      returns: 2,
      kinds: [row('return', { applied: 2 })],
    })
    for (const loan of loans)
      expect(await debitAt(api, loan, 0)).toMatchObject({ status: TransactionStatus.rejected })
    expect(await waiting(118)).toEqual([])
  })

  test('FC-04 as it came: the second return of a debit is refused, the same one is known', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const bytes = bankSample('concatenated', [
      { trace: '123456780000001', amount: '7861', transaction: await debitAt(api, loan, 0) },
    ])
    // R01 and R02 of our debit, and twice the same R03 of an entry that we never sent.
    expect(await bankSends('2026-03-16', bytes)).toMatchObject({
      entries: 4,
      kinds: [row('return', { applied: 1, refused: 2, known: 1 })],
    })
    expect(await debitAt(api, loan, 0)).toMatchObject({ returnCode: 'R01' })
  })

  test('FC-05: header and control without a batch: taken, nothing in it, no error', async () => {
    expect(await bankSends('2026-03-16', bankSample('empty-header-control'))).toMatchObject({
      status: 'taken',
      entries: 0,
      kinds: [],
      errors: [],
    })
    expect([...(await waiting(118)), ...(await waiting(0))]).toEqual([])
  })

  test.each(['crlf', 'nopad', 'plain'])('%s', async (name) => {
    const loans = await days.fund(2)
    await days.collect(PAYDAYS[0])
    const [one, two] = await Promise.all(loans.map((loan) => debitAt(api, loan, 0)))
    const bytes = bankSample(name, [
      { trace: '123456780000001', amount: '7861', transaction: one! },
      { trace: '123456780000002', amount: '7861', transaction: two! },
    ])
    expect(await bankSends('2026-03-16', bytes)).toMatchObject({ kinds: [row('return', { applied: 2 })] })
    expect(await waiting(118)).toEqual([])
  })
})

describe('a file of the bank is kept, sealed', () => {
  test('no account number of it can be read in the object store', async () => {
    const loan = await days.fundOne()
    await days.collect(PAYDAYS[0])
    const bytes = bankFile([{ transaction: await debitAt(api, loan, 0), code: 'R01' }])
    const { sha256 } = await bankSends('2026-03-16', bytes)
    expect(await listInboxEntries(api.database.db, loan)).toMatchObject([{ sha256, applied: 'applied' }])
    const folder = join(dataPaths(api.deps.config.dataDir).objects, 'bank-inbox')
    const names = (await readdir(folder)).filter((name) => name.startsWith(sha256))
    expect(names).not.toEqual([])
    for (const name of names)
      expect(await readFile(join(folder, name), 'latin1')).not.toMatch(/000111222333|MDAwMTExMjIyMzMz/)
    const kept = await api.deps.objects.get(`bank-inbox/${sha256}.sealed`)
    expect(Buffer.from(kept ?? []).toString('latin1')).not.toMatch(/000111222333|MDAwMTExMjIyMzMz/)
  })
})
