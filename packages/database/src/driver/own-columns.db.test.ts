import { BY_CUSTOMER, BY_TOKEN } from '@dolphin/testkit/distribution'
import { openTestDatabase, type TestDatabase } from '@dolphin/testkit/test-database'
import { afterAll, beforeAll, expect, test } from 'vitest'

/**
 * A server that distributes tables refuses policies that ask a table, and runs triggers where the row lies: what judges
 * a row, judges it by its own columns, by settings and by the statement that writes it. docs/decisions/customer-key.md
 */
let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

async function namesOf(text: string): Promise<readonly string[]> {
  const { rows } = await database.executeSql(text)
  return (rows as { name: string }[]).map(({ name }) => name)
}

/** Policies with a query within them, or that depend on another table or on a function of ours. */
const ASKING_POLICIES = `select distinct p.polrelid::regclass || '.' || p.polname as name from pg_policy p
  left join pg_depend d on d.classid = 'pg_policy'::regclass and d.objid = p.oid
    and (d.refclassid = 'pg_proc'::regclass or d.refclassid = 'pg_class'::regclass and d.refobjid <> p.polrelid)
  where d.objid is not null or p.polqual::text ~ 'SUBLINK' or p.polwithcheck::text ~ 'SUBLINK'
  order by 1`

test('no policy asks more than the row’s own columns and a setting', async () => {
  expect(await namesOf(ASKING_POLICIES)).toEqual([])
})

/** Trigger functions of ours with the text that they run. */
const TRIGGERS = `select p.proname as name, p.prosrc as text from pg_proc p
  where p.oid in (select tgfoid from pg_trigger where not tgisinternal) order by 1`

/** Tables with rows of customers whose name stands in the text. */
const named = (text: string): string[] =>
  (text.match(/\w+/g) ?? []).filter((word) => BY_CUSTOMER.has(word) || BY_TOKEN.has(word))

test('no trigger asks a table whose rows are spread', async () => {
  const { rows } = await database.executeSql(TRIGGERS)
  const asking = (rows as { name: string; text: string }[]).flatMap(({ name, text }) =>
    named(text).map((table) => `${name} asks ${table}`),
  )
  expect(asking).toEqual([])
  expect(rows.length).toBeGreaterThan(4)
  expect(named('select hash into found from only public.ledger_postings')).toEqual(['ledger_postings'])
})

test('a policy that asks, itself or by a function, is found', async () => {
  await database.executeSql(`
    create function all_loans() returns text[] stable language sql as 'select array(select loan_no from loans)';
    alter policy own_rows on mails using (open_id in (select open_id from loans));
    alter policy own_rows on documents using (loan_no = any (all_loans()));
    alter policy own_rows on loans using (open_id = (select current_setting('dolphin.customer')))`)
  expect(await namesOf(ASKING_POLICIES)).toEqual(['documents.own_rows', 'loans.own_rows', 'mails.own_rows'])
})
