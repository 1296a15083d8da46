import { BY_CUSTOMER, BY_TOKEN } from '@dolphin/testkit/distribution'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'

const OWNED = [...BY_CUSTOMER.keys()]

/** What exists once over all customers; small, on every server. */
const CLAIMS = ['coupon_places', 'customer_emails', 'loan_directory', 'trace_numbers']

/**
 * Rows without an owner, or small and looked up from everywhere: reference tables on every shard, or one shard of
 * their own.
 */
const SHARED = [
  'approvals, erasures, legal_holds, object_removals',
  'ach_files, ach_inbox_entries, ach_inbox_files, audit_events, bank_directory, bank_directory_versions, bank_holidays, behavior_records, decision_bases, dishonored_returns',
  'employee_browsers, employee_challenges, employee_factors, employee_invitations, employee_links, employee_mirrors',
  'employee_roles, employee_sessions, employee_terminals, employee_touches, employees',
  'ibv_links, idempotency_keys, portfolio_releases, portfolio_versions, provider_events, rate_limits, resources',
  'sandbox_bank_sessions, saved_views, work_items',
].flatMap((line) => line.split(', '))

/** Of the others, those that say of a row whose it is. */
const WALLED_AS_WELL = [
  'ach_inbox_entries',
  'customer_emails',
  'dishonored_returns',
  'loan_directory',
  'work_items',
]

/** Looked for by the customer, the transaction or a loan's one coupon that counts, not by their loan. */
const NOT_BY_LOAN = ['secure_messages', 'ach_entries', 'coupon_redemptions', 'mails', 'transaction_history']

const keyOf = (table: string) => BY_CUSTOMER.get(table) ?? ''

interface Index {
  readonly table: string
  readonly columns: readonly string[]
}

interface Reference {
  readonly table: string
  readonly columns: readonly string[]
  readonly to: string
  readonly named: readonly string[]
}

let database: TestDatabase
let columnsOf: ReadonlyMap<string, readonly string[]>
/** `table.column` of what may be missing. */
let optional: readonly string[]
let indexes: readonly Index[]

beforeAll(async () => {
  database = await openTestDatabase()
  columnsOf = await readColumns()
  optional = await readOptional()
  indexes = await readIndexes('i.indisunique')
})
afterAll(() => database.close())

async function readColumns() {
  const { rows } = await database.executeSql(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
      where table_schema = 'public' group by table_name`,
  )
  return new Map((rows as { name: string; columns: string[] }[]).map(({ name, columns }) => [name, columns]))
}

async function readOptional() {
  const { rows } = await database.executeSql(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'public' and is_nullable = 'YES'`,
  )
  return (rows as { name: string }[]).map(({ name }) => name)
}

async function readReferences() {
  const names = (relation: string, numbers: string) => `array(
      select a.attname::text from unnest(${numbers}) with ordinality k(number, place)
      join pg_attribute a on a.attrelid = ${relation} and a.attnum = k.number order by k.place)`
  const { rows } = await database.executeSql(
    `select c.conrelid::regclass::text as "table", ${names('c.conrelid', 'c.conkey')} as columns,
        c.confrelid::regclass::text as "to", ${names('c.confrelid', 'c.confkey')} as named
      from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace`,
  )
  return rows as Reference[]
}

async function readIndexes(which: string) {
  const { rows } = await database.executeSql(
    `select t.relname as "table", array(
        select a.attname::text from unnest(i.indkey) with ordinality k(number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by k.place) as columns
      from pg_index i join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
      where n.nspname = 'public' and ${which} order by 1, 2`,
  )
  return rows as Index[]
}

test('every table is listed as a customer’s, a token’s, a claim or shared (docs/guides/scale.md)', () => {
  const known = [...OWNED, ...BY_TOKEN.keys(), ...CLAIMS, ...SHARED]
  expect(known.toSorted()).toEqual([...columnsOf.keys()].toSorted())
})

test('every row of a customer carries the portfolio and the customer’s key', () => {
  const lacks = OWNED.filter((table) => {
    const columns = columnsOf.get(table) ?? []
    return !columns.includes('portfolio_id') || !columns.includes(keyOf(table))
  })
  expect(lacks).toEqual([])
  expect(OWNED.map((table) => `${table}.${keyOf(table)}`).filter((name) => optional.includes(name))).toEqual(
    [],
  )
})

test('every primary key and unique index of a customer’s rows carries both', () => {
  const without = indexes.filter(
    ({ table, columns }) =>
      OWNED.includes(table) && !(columns.includes('portfolio_id') && columns.includes(keyOf(table))),
  )
  expect(without).toEqual([])
  const indexed = new Set(indexes.map(({ table }) => table))
  expect(OWNED.filter((table) => !indexed.has(table))).toEqual([])
})

test('a customer’s rows name those of the same customer, and no shared row names a customer’s', async () => {
  const astray = (await readReferences()).filter(({ table, columns, to, named }) => {
    if (!OWNED.includes(table)) return OWNED.includes(to)
    if (!OWNED.includes(to)) return !SHARED.includes(to)
    const place = columns.indexOf(keyOf(table))
    return place === -1 || named[place] !== keyOf(to)
  })
  expect(astray).toEqual([])
})

test('tables found by a token have one unique index, on that token alone', () => {
  for (const [table, token] of BY_TOKEN) {
    const own = indexes.filter((index) => index.table === table)
    expect(own.map(({ columns }) => columns)).toEqual([[token]])
  }
})

test('every row of a customer lies behind a policy that holds for the tables’ owner as well (row-security.md)', async () => {
  const { rows } = await database.executeSql(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
        array(select p.polname::text from pg_policy p where p.polrelid = c.oid order by 1) as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  const namedForBorrower = (rows as { name: string; forced: boolean; policies: string[] }[]).filter(
    ({ forced, policies }) => forced && policies.join() === 'lender,own_rows',
  )
  expect(namedForBorrower.map(({ name }) => name).toSorted()).toEqual(
    [...OWNED, ...BY_TOKEN.keys(), ...WALLED_AS_WELL].toSorted(),
  )
})

test('no function that a borrower may call runs with its maker’s rights, for it would see past the policies', async () => {
  const { rows } = await database.executeSql(
    `select proname as name, has_function_privilege('dolphin_borrower', oid, 'execute') as for_borrower
      from pg_proc where pronamespace = 'public'::regnamespace and prosecdef order by 1`,
  )
  // They erase what the program's role may not delete itself, and answer nothing of a row (docs/retention.md).
  const erasing = [
    'erase_account',
    'erase_business_events',
    'erase_document',
    'erase_loan',
    'erase_notes_of_loan',
    'erase_record',
  ]
  expect(rows).toEqual(erasing.map((name) => ({ name, for_borrower: false })))
})

test('the rows of a customer, a loan or a transaction are found without looking at those of others', async () => {
  const whole = await readIndexes('i.indpred is null')
  const isFoundBy = (table: string, keys: readonly string[]) =>
    whole.some(
      ({ table: indexed, columns: [first, second = ''] }) =>
        indexed === table && first === 'portfolio_id' && keys.includes(second),
    )
  const hidden = (tables: readonly string[], ...keys: readonly string[]) =>
    tables.filter(
      (table) => keys.some((key) => columnsOf.get(table)?.includes(key)) && !isFoundBy(table, keys),
    )
  expect(
    hidden([...OWNED, 'ach_inbox_entries', 'dishonored_returns', 'work_items'], 'loan_no', 'application_no'),
  ).toEqual(NOT_BY_LOAN)
  expect(hidden(['ach_entries', 'transaction_history'], 'transaction_no')).toEqual([])
})
