import { cents } from '@dolphin/domain/money/cents'
import { localDate } from '@dolphin/domain/calendar/local-date'
import { storedLoan } from '@dolphin/testkit/loan-fixture'
import { openTestDatabase } from '@dolphin/testkit/test-database'
import { expect, test } from 'vitest'
import { appendPosting } from '../payments/ledger-repository.ts'
import type { Executor } from './executor.ts'
import { type CatalogTable, readTables } from './table-catalog.ts'
import { copyTable, digestTable, type TableDigest, writePlainly } from './table-copy.ts'

/** No piece of 250 rows ends where one of these does. */
const POSTINGS = 200
const ENTRIES = [
  { account: 'principal', amount: cents(1n) },
  { account: 'fees', amount: cents(1n) },
  { account: 'cash', amount: cents(-2n) },
]
const adjustment = {
  kind: 'adjustment',
  effectiveDate: localDate(2026, 3, 4),
  bookedAt: new Date('2026-03-04T15:00:00Z'),
  entries: ENTRIES,
}

async function digests(executor: Executor, tables: readonly CatalogTable[]): Promise<TableDigest[]> {
  const found: TableDigest[] = []
  for (const table of tables) found.push(await digestTable(executor, table))
  return found
}

test('a ledger of several pieces arrives whole, judged by the rules of the target', async () => {
  const [source, target] = [await openTestDatabase(), await openTestDatabase()]
  const loan = await storedLoan(source.db)
  await source.transaction(async (tx) => {
    for (let n = 0; n < POSTINGS; n += 1)
      await appendPosting(tx, { ...loan, ...adjustment, cause: `booked ${n}` })
  })
  const tables = (await readTables(source.db)).filter(({ name }) => /^(loans|ledger_.*)$/.test(name))
  await source.transaction(async (from) => {
    await writePlainly(from)
    const before = await digests(from, tables)
    const after = await target.transaction(async (to) => {
      await writePlainly(to)
      const read = []
      for (const table of tables) read.push(await copyTable(from, to, table))
      expect(read).toEqual(before)
      return await digests(to, tables)
    })
    expect(after).toEqual(before)
    expect(after.map(({ rows }) => rows)).toEqual([1, POSTINGS, POSTINGS * ENTRIES.length])
  })
  await source.close()
  await target.close()
})
