import { sampleRow, sampleValue, withoutRules } from '@dolphin/testkit/sample-row'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canReadAsBorrower } from '../role-rights.ts'
import { bypassRowSecurity, type RowOwner, withRowSecurity } from './row-security.ts'
import { readTables } from './table-catalog.ts'

let database: TestDatabase
/** Tables with a policy, each holding a row of mine, one of another customer and one of my namesake elsewhere. */
let tables: readonly string[]

const ME = { portfolioId: 118, openId: 'open_id-mine' } as const
const MY_APPLICATION = { portfolioId: 118, applicationNo: 'application_no-mine' } as const
/** Tables of which a limited session reaches no rows: they depend on the customer alone. */
const OF_CUSTOMER_ALONE = [
  'business_events, consents_given, contacts, coupon_grants, customer_emails, customers, data_requests',
  'login_codes, mails',
  'recovery_codes, sessions, suspended_addresses, ticket_counters, tickets, trusted_devices',
].flatMap((line) => line.split(', '))

/** About a customer, for the lender's staff alone: a borrower's role may not read them at all. */
const OF_STAFF = ['customer_notes', 'find_tokens']

beforeAll(async () => {
  database = await openTestDatabase()
  const { rows } = await database.executeSql('select distinct tablename as name from pg_policies order by 1')
  tables = (rows as { name: string }[]).map(({ name }) => name).filter((name) => !OF_STAFF.includes(name))
  await fillTables()
})
afterAll(() => database.close())

async function fillTables(): Promise<void> {
  const catalog = await readTables(database.db)
  const rows = [
    [118, 'mine'],
    [118, 'other'],
    [110, 'mine'],
  ] as const
  const lines = catalog
    .filter(({ name }) => tables.includes(name))
    .flatMap((table) => rows.map(([portfolioId, who]) => sampleRow(table, portfolioId, who)))
  await database.executeSql(withoutRules(lines))
}

const rowsOf = async (table: string) =>
  (await database.db.execute(sql`select * from ${sql.identifier(table)}`)).rows

/** Tables of which this owner sees other rows than one of their own. */
async function seenWrongly(owner: RowOwner, expected: (table: string) => number): Promise<string[]> {
  const wrong: string[] = []
  for (const table of tables) {
    const rows = await withRowSecurity(owner, () => rowsOf(table))
    const isMine = rows.every(
      (row) => row['portfolio_id'] === 118 && !Object.values(row).includes('loan_no-other'),
    )
    if (rows.length !== expected(table) || !isMine) wrong.push(`${table}: ${rows.length}`)
  }
  return wrong
}

describe('row security hides what a query without any filter would show (design/security.md T5)', () => {
  test('this login may read as a borrower, and there is a policy on every table of people', async () => {
    expect(await canReadAsBorrower(database.db)).toBe(true)
    expect(tables.length).toBeGreaterThan(38)
  })

  test('a customer sees one row of three in every table: not another customer’s, not the same number’s elsewhere', async () => {
    expect(await seenWrongly(ME, () => 1)).toEqual([])
  })

  test('a limited session sees its application and the loan’s rows, and nothing of a customer', async () => {
    expect(await seenWrongly(MY_APPLICATION, (table) => (OF_CUSTOMER_ALONE.includes(table) ? 0 : 1))).toEqual(
      [],
    )
  })

  test('an application of an older loan shows what became of that loan, not of the same customer’s next one', async () => {
    const moved = (await readTables(database.db)).find(({ name }) => name === 'transaction_history')
    if (moved === undefined) throw new Error('no such table')
    const of = { customer_key: `'${ME.openId}'`, transaction_no: `'next'`, loan_no: `'next'` }
    await database.executeSql(withoutRules([sampleRow(moved, 118, 'mine', of)]))
    const seen = await withRowSecurity(MY_APPLICATION, () => rowsOf('transaction_history'))
    expect(seen.map((row) => row['loan_no'])).toEqual(['loan_no-mine'])
    await database.executeSql(withoutRules([`delete from transaction_history where loan_no = 'next'`]))
  })

  test.each(OF_STAFF)('a customer reads nothing of %s, not even what is about them', async (table) => {
    await expect(withRowSecurity(ME, () => rowsOf(table))).rejects.toThrow()
  })

  test('without an owner’s name nothing is seen', async () => {
    expect(await seenWrongly({ portfolioId: 118, openId: '' }, () => 0)).toEqual([])
  })

  test('jobs and operations see everybody’s rows', async () => {
    for (const table of tables) expect(await rowsOf(table)).toHaveLength(3)
    expect(await withRowSecurity(ME, () => bypassRowSecurity(() => rowsOf('loans')))).toHaveLength(3)
  })
})

describe('the wall lasts for one statement', () => {
  test('sessions of the pool are as before, also after a failure and with many at once', async () => {
    await expect(withRowSecurity(ME, () => database.db.execute(sql`select 1 / 0`))).rejects.toThrow()
    const mixed = Array.from({ length: 30 }, (_, at) =>
      at % 2 === 0 ? withRowSecurity(ME, () => rowsOf('loans')) : rowsOf('loans'),
    )
    expect((await Promise.all(mixed)).map(({ length }) => length)).toEqual(
      mixed.map((_, at) => (at % 2 === 0 ? 1 : 3)),
    )
    const { rows } = await database.executeSql(
      `select current_user = session_user as same, current_setting('dolphin.customer', true) as customer`,
    )
    expect(rows).toEqual([
      { same: true, customer: expect.toSatisfy((value) => value === null || value === '') },
    ])
  })

  test('parameters, names and empty answers arrive as without it', async () => {
    const asked = () => database.db.execute(sql`select ${7}::integer as number, ${'x'}::text as text`)
    for (let times = 0; times < 3; times += 1)
      expect((await withRowSecurity(ME, asked)).rows).toEqual([{ number: 7, text: 'x' }])
    const none = await withRowSecurity(ME, () => database.db.execute(sql`select 1 where ${1}::integer = 2`))
    expect(none.rows).toEqual([])
  })

  test('what is asked within the wall and without it keeps a plan for each', async () => {
    const asked = () => database.db.execute(sql`select ${7}::integer as "kept plans" from loans`)
    for (let times = 0; times < 3; times += 1) {
      await withRowSecurity(ME, asked)
      await asked()
    }
    const { rows } = await database.executeSql(
      `select generic_plans + custom_plans as runs from pg_prepared_statements where statement like '%"kept plans"%'
        and name <> ''`,
    )
    expect(rows).toEqual([{ runs: '3' }, { runs: '3' }])
  })

  test('what reads as a borrower writes nothing, not even in the middle of a reading statement', async () => {
    const writing = () =>
      database.db.execute(sql`with gone as (delete from contacts returning 1) select * from gone`)
    await expect(withRowSecurity(ME, writing)).rejects.toMatchObject({ code: '25006' })
    const { rows } = await database.executeSql(
      `select has_table_privilege('dolphin_borrower', 'contacts', 'insert, update, delete, truncate') as writes`,
    )
    expect(rows).toEqual([{ writes: false }])
    expect(await rowsOf('contacts')).toHaveLength(3)
  })

  test('transactions have their locks and their filters, and no wall', async () => {
    const all = await withRowSecurity(ME, () =>
      database.transaction(async (tx) => (await tx.execute(sql`select * from loans`)).rows),
    )
    expect(all).toHaveLength(3)
  })
})

/** Rows of a table that the session has read since it told PostgreSQL last. */
const READ_OF = (table: string) => sql`(select coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)
  from pg_stat_xact_user_tables where relname = ${table})::integer`

const OTHERS = 3_000
/** Mine alone, and some of a page that a bitmap has to look at. */
const FEW = 20

describe('a borrower’s read costs the same however many others there are', () => {
  beforeAll(async () => {
    const catalog = await readTables(database.db)
    const lines = catalog
      .filter(({ name }) => ['applications', 'loans', 'transactions'].includes(name))
      .flatMap(({ name, columns }) => {
        const names = columns.map((column) => `"${column.name}"`)
        const values = columns.map(({ name: column, type }) =>
          type === 'text' ? `'many-' || n` : sampleValue(column, type, 118, 'other'),
        )
        return `insert into "${name}" (${names.join(', ')}) overriding system value
          select ${values.join(', ')} from generate_series(1, ${OTHERS}) n`
      })
    await database.executeSql(`${withoutRules(lines)};\nanalyze`)
  })

  test.each(['loans', 'applications', 'transactions'])('no table has all %s read', async (asked) => {
    const greedy: string[] = []
    for (const table of tables.filter((one) => one !== asked)) {
      await database.executeSql('select pg_stat_force_next_flush()')
      const { rows } = await withRowSecurity(ME, () =>
        database.db.execute<{ seen: number; read: number }>(sql`
          with mine as materialized (select count(*)::integer as seen from ${sql.identifier(table)} where portfolio_id = 118)
          select (select seen from mine) as seen, ${READ_OF(asked)} as read`),
      )
      if (rows[0]?.seen !== 1 || rows[0].read > FEW) greedy.push(`${table}: ${rows[0]?.read}`)
    }
    expect(greedy).toEqual([])
  })
})
