import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { sql } from 'drizzle-orm'
import { cents } from '@dolphin/domain/money/cents'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertInboxEntry, insertInboxFile, markInboxEntryApplied } from './ach-inbox-repository.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const PORTFOLIO = 118
const AT = new Date('2026-03-16T16:00:00Z')

test('an entry that could not be applied is applied when it comes again, and is never changed otherwise', async () => {
  const { db } = database
  const sha256 = 'a'.repeat(64)
  await insertInboxFile(db, {
    portfolioId: PORTFOLIO,
    sha256,
    fileName: 'returns.ach',
    status: 'taken',
    errors: [],
    returns: 1,
    noticesOfChange: 0,
    receivedAt: AT,
  })
  const entry = {
    portfolioId: PORTFOLIO,
    kind: 'return',
    originalTrace: '091000010000001',
    code: 'R03',
    amount: cents(7_861n),
    bankTrace: '123456780000001',
    bankDate: '2026-03-16',
    sha256,
    line: 1,
    transactionNo: null,
    loanNo: null,
    addenda: {},
    applied: 'unmatched',
    at: AT,
  } as const
  await insertInboxEntry(db, entry)
  await markInboxEntryApplied(db, entry, { transactionNo: 'T000000001', loanNo: '118-0000011' })
  const { rows } = await db.execute(sql`select applied, transaction_no, loan_no from ach_inbox_entries`)
  expect(rows).toEqual([{ applied: 'applied', transaction_no: 'T000000001', loan_no: '118-0000011' }])
  for (const change of [sql`code = 'R01'`, sql`applied = 'refused'`, sql`transaction_no = 'T2'`])
    await expect(db.execute(sql`update ach_inbox_entries set ${change}`)).rejects.toMatchObject({
      code: 'DL001',
    })
  await expect(db.execute(sql`delete from ach_inbox_entries`)).rejects.toMatchObject({ code: 'DL001' })
})
