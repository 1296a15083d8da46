import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** Rows of one customer, with the customer in them. */
const OF_CUSTOMER = [
  'applications, business_events, ceremonies, consents_given, contacts, coupon_grants, coupon_redemptions, customers',
  'debit_authorizations, documents, loan_accounts, loan_changes, loans, login_codes, mails, outbox, recovery_codes',
  'secure_messages, sessions, ticket_counters, tickets, transactions, trusted_devices',
].flatMap((line) => line.split(', '))

/** Rows of one loan or application, which lead to the customer. */
const OF_LOAN = [
  'account_entries, ach_inbox_entries, application_sections, decisions, guard_decisions, ibv_reports, ibv_requests',
  'installments, ledger_entries, ledger_postings, loan_history, manual_postings, payment_plans, risk_reports',
].flatMap((line) => line.split(', '))

/** Rows of one transaction, which leads to the loan. */
const OF_TRANSACTION = ['ach_entries', 'transaction_history']

/** Rows of nobody, or small and looked up from everywhere: reference tables on every shard, or one shard of their own. */
const SHARED = [
  'ach_files, ach_inbox_files, audit_events, bank_holidays, behavior_records, decision_bases, ibv_links',
  'idempotency_keys, portfolio_releases, portfolio_versions, provider_events, rate_limits, resources',
  'sandbox_bank_sessions',
].flatMap((line) => line.split(', '))

/** Never looked for by their loan but for the customer's messages and mails, and a loan's one coupon that counts. */
const NOT_BY_LOAN = ['coupon_redemptions', 'mails', 'secure_messages']

const KEYS = ['open_id', 'loan_no', 'application_no']

interface Index {
  readonly table: string
  readonly columns: readonly string[]
}

let database: TestDatabase
let columnsOf: ReadonlyMap<string, readonly string[]>
let indexes: readonly Index[]

beforeAll(async () => {
  database = await openTestDatabase()
  columnsOf = await readColumns()
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

test('every table is known to belong to a customer, a loan, a transaction or nobody (docs/scale.md)', () => {
  const known = [...OF_CUSTOMER, ...OF_LOAN, ...OF_TRANSACTION, ...SHARED]
  expect(known.toSorted()).toEqual([...columnsOf.keys()].toSorted())
})

test('every row of a customer carries the portfolio and the way to the customer', () => {
  const lacks = (tables: readonly string[], keys: readonly string[]) =>
    tables.filter((table) => {
      const columns = columnsOf.get(table) ?? []
      return !columns.includes('portfolio_id') || !keys.some((key) => columns.includes(key))
    })
  expect(lacks(OF_CUSTOMER, ['open_id'])).toEqual([])
  expect(lacks(OF_LOAN, ['loan_no', 'application_no'])).toEqual([])
  expect(lacks(OF_TRANSACTION, ['transaction_no'])).toEqual([])
})

test('every row of a customer lies behind a policy that holds for the tables’ owner as well (row-security.md)', async () => {
  const { rows } = await database.executeSql(
    `select c.relname as name, c.relrowsecurity and c.relforcerowsecurity as forced,
        array(select p.polname::text from pg_policy p where p.polrelid = c.oid order by 1) as policies
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
  const walled = (rows as { name: string; forced: boolean; policies: string[] }[]).filter(
    ({ forced, policies }) => forced && policies.join() === 'lender,own_rows',
  )
  expect(walled.map(({ name }) => name).toSorted()).toEqual(
    [...OF_CUSTOMER, ...OF_LOAN, ...OF_TRANSACTION].toSorted(),
  )
})

test('no function of ours runs with its maker’s rights, for it would see past the policies', async () => {
  const { rows } = await database.executeSql(
    `select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
  )
  expect(rows).toEqual([])
})

/** A list in docs/scale.md: lines of `table (columns)`. */
function listed(title: string): readonly string[] {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/scale.md', import.meta.url)), 'utf8')
  const section = page.split(`#### ${title}\n`)[1]?.split('\n#')[0] ?? ''
  return [...section.matchAll(/`(\w+ \([\w, ]+\))`/g)].map(([, text = '']) => text)
}

test('unique indexes without the key of a customer or loan are those that docs/scale.md names, and no others', () => {
  const owned = new Set([...OF_CUSTOMER, ...OF_LOAN, ...OF_TRANSACTION])
  const without = indexes
    .filter(({ table, columns }) => owned.has(table) && !columns.some((column) => KEYS.includes(column)))
    .map(({ table, columns }) => `${table} (${columns.join(', ')})`)
  const named = [...listed('Numbers of their own'), ...listed('One of its kind over all customers')]
  expect(named.toSorted()).toEqual([...new Set(without)].toSorted())
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
  expect(hidden([...OF_CUSTOMER, ...OF_LOAN], 'loan_no', 'application_no')).toEqual(NOT_BY_LOAN)
  expect(hidden(OF_TRANSACTION, 'transaction_no')).toEqual([])
})

test('but for rows that are found by a token, every unique index carries the portfolio', () => {
  const owned = new Set([...OF_CUSTOMER, ...OF_LOAN, ...OF_TRANSACTION])
  const without = indexes.filter(
    ({ table, columns }) => owned.has(table) && !columns.includes('portfolio_id'),
  )
  expect([...new Set(without.map(({ table }) => table))]).toEqual([
    'business_events',
    'login_codes',
    'sessions',
  ])
})
