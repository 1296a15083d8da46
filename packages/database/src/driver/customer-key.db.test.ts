import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sampleRow, withoutRules } from '@dolphin/testkit/sample-row'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrateDatabase } from '../migrate.ts'
import { readTables } from './table-catalog.ts'
import { STORED_NAMES } from '@dolphin/domain/stored-names'

const MIGRATION = '0022_customer_key'
const SHIPPED = fileURLToPath(new URL('../migrations', import.meta.url))
/** Rows that keep the key of somebody's loan may lie in these as well where they are about none. */
const ABOUT_NO_LOAN = ['business_events', 'documents', 'mails', 'outbox']

/** Tables of later migrations: no row was there before. */
const LATER = ['delivery_events', 'document_requests', 'legal_facts', 'loan_directory', 'paper_notices']

const NAMES_SOMEBODY = /^(open_id|loan_no|application_no|transaction_no)$/

let database: TestDatabase
let before: string

/** The migrations up to the one that is tried. */
async function earlierMigrations(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dolphin-migrations-'))
  cpSync(SHIPPED, folder, { recursive: true })
  const path = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(path, 'utf8')) as { entries: { tag: string }[] }
  const entries = journal.entries.slice(
    0,
    journal.entries.findIndex(({ tag }) => tag === MIGRATION),
  )
  writeFileSync(path, JSON.stringify({ ...journal, entries }))
  return folder
}

/** A portfolio as the previous build left it: a customer with a loan, and an application without an owner. */
async function fillAsBefore(): Promise<void> {
  const ofPeople = (await readTables(database.db)).filter(
    ({ name, columns }) => name === 'ach_files' || columns.some((column) => NAMES_SOMEBODY.test(column.name)),
  )
  const lines = ofPeople.flatMap((table) => {
    const mayLackOwner = [
      'applications',
      'loans',
      STORED_NAMES.table.signingSessions,
      ...ABOUT_NO_LOAN,
    ].includes(table.name)
    const withoutOwner = { state: "'released'", ...(mayLackOwner ? { open_id: 'null' } : {}) }
    return [
      sampleRow(table, 118, 'mine'),
      sampleRow(table, 118, 'guest', withoutOwner),
      ...(ABOUT_NO_LOAN.includes(table.name)
        ? [sampleRow(table, 110, STORED_NAMES.customerKey.none, { loan_no: 'null', open_id: 'null' })]
        : []),
    ]
  })
  await database.executeSql(withoutRules(lines))
}

beforeAll(async () => {
  database = await openTestDatabase()
  before = await earlierMigrations()
  await database.executeSql('drop schema public cascade; drop schema drizzle cascade; create schema public')
  await migrateDatabase(database, before)
  await fillAsBefore()
  await migrateDatabase(database)
})
afterAll(async () => {
  await database.close()
  rmSync(before, { recursive: true })
})

const ask = async (text: string) => (await database.executeSql(text)).rows as Record<string, unknown>[]

test('rows that were there before take the key of their loan, and what is about none its customer’s', async () => {
  const tables = (await readTables(database.db)).filter(
    ({ name, columns }) =>
      !LATER.includes(name) && columns.some(({ name: column }) => column === 'customer_key'),
  )
  expect(tables).toHaveLength(27)
  for (const { name } of tables) {
    const rows = await ask(`select customer_key from "${name}" order by 1`)
    const expected = {
      business_events: [STORED_NAMES.customerKey.none, STORED_NAMES.customerKey.none, 'open_id-mine'],
      documents: ['application_no-guest', STORED_NAMES.customerKey.none, 'open_id-mine'],
      mails: ['application_no-guest', STORED_NAMES.customerKey.none, 'open_id-mine'],
      outbox: ['application_no-guest', STORED_NAMES.customerKey.none, 'open_id-mine'],
    }[name] ?? ['application_no-guest', 'open_id-mine']
    expect({ [name]: rows.map((row) => row['customer_key']) }).toEqual({ [name]: expected })
  }
})

test('what exists once over all customers is claimed for those who have it', async () => {
  expect(await ask('select open_id from customer_emails order by 1')).toEqual([
    { open_id: 'open_id-guest' },
    { open_id: 'open_id-mine' },
  ])
  expect(await ask('select count(*)::integer as places from coupon_places')).toEqual([{ places: 1 }])
  expect(await ask('select trace_number from trace_numbers order by 1')).toEqual([
    { trace_number: 'trace_number-guest-118' },
    { trace_number: 'trace_number-mine-118' },
  ])
})

test('every loan is listed with the key under which it lies', async () => {
  const listed = await ask('select portfolio_id, loan_no, customer_key from loan_directory order by 1, 2')
  expect(listed).toEqual(await ask('select portfolio_id, loan_no, customer_key from loans order by 1, 2'))
  expect(listed).toHaveLength(2)
})

test('histories are closed again', async () => {
  await expect(database.executeSql('delete from loan_history')).rejects.toThrow('DL001')
  await expect(database.executeSql("update ledger_entries set account = 'other'")).rejects.toThrow('DL001')
})
