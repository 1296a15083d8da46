import type { Call, CallInputOf } from '@dolphin/contract/call'
import {
  customerHistoryCall,
  findCustomersCall,
  showCustomerCall,
  writeNoteCall,
} from '@dolphin/contract/customer-files'
import { sendMessageCall } from '@dolphin/contract/messages'
import { listWorkItemCall, takeNextWorkItemCall } from '@dolphin/contract/work-items'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestApi, type TestApi } from '../../testing/api-fixture.ts'
import { signInEmployee } from '../../testing/employees.ts'
import { openedWorkItem } from '../../testing/opened-work-item.ts'
import { type SignedLoan, signLoan } from '../../testing/signed-loans.ts'
import type { TestClient } from '../../testing/test-client.ts'

let api: TestApi
let loan: SignedLoan
let ada: TestClient
let explainer: pg.Client

/** Tables that grow with the lender, each with so many rows of the one portfolio that to read it whole does not pay. */
const BIG = [
  'audit_events',
  'customer_notes',
  'customers',
  'find_tokens',
  'installments',
  'loan_accounts',
  'loan_history',
  'loans',
  'outbox',
  'payment_plans',
  'secure_messages',
  'transaction_history',
  'transactions',
  'work_items',
]
const COPIES = 5_000

/** Work items: most are closed, as in life, and the list checks the form of their numbers. */
const OWN_OF_ITEM = `jsonb_build_object('work_item_no', 'W' || lpad((n + 1000)::text, 9, '0'),
  'closed_at', case when n % 10 > 0 then now() end, 'closed_by', 'test', 'closed_for', 'done')`

/** Copies of a table's rows whose keys and numbers are their own. */
const copy = (table: string): string => `
  insert into ${table} select made.* from (select * from ${table} limit 1) one, generate_series(1, ${COPIES}) n,
    lateral (select jsonb_object_agg(key, case when jsonb_typeof(value) = 'string'
        and key ~ '(_no|_key|_id|_index|number|subject|token|code|tail)$' then to_jsonb((value #>> '{}') || n) else value end) as facts
      from jsonb_each(to_jsonb(one))) own,
    lateral jsonb_populate_record(null::${table}, own.facts || ${OWN_OF_ITEM}) made
  on conflict do nothing`

beforeAll(async () => {
  api = await startTestApi()
  loan = await signLoan(api)
  ada = await signInEmployee(api)
  await openedWorkItem(api, 118, 'one')
  await loan.client.ask(sendMessageCall, { body: { text: 'When is my next payment?' } })
  await ada.ask(writeNoteCall, { body: { file: loan.client.openId, loan: null, text: 'Called back' } })
  const { location } = api.database
  if (!('url' in location)) throw new Error('plans are PostgreSQL’s')
  explainer = new pg.Client({ connectionString: location.url })
  await explainer.connect()
  await explainer.query('set session_replication_role = replica')
  for (const table of BIG) await explainer.query(copy(table))
  await explainer.query('analyze')
})
afterAll(async () => {
  await explainer.end()
  await api.close()
})

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** What a call asks of the database. */
async function statementsOf<Asked extends Call>(
  call: Asked,
  input: CallInputOf<Asked>,
): Promise<readonly Statement[]> {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await ada.ask(call, input)
    return asked.mock.calls.flatMap((given) => statementIn(given))
  } finally {
    asked.mockRestore()
  }
}

function statementIn([config, values]: readonly unknown[]): readonly Statement[] {
  const text = typeof config === 'string' ? config : (config as { readonly text?: string }).text
  const own = typeof config === 'string' ? undefined : (config as { readonly values?: unknown[] }).values
  const given = Array.isArray(values) ? values : (own ?? [])
  return text !== undefined && /^\s*(select|update|with)\b/i.test(text) ? [{ text, values: given }] : []
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

const nodesOf = (node: PlanNode): readonly PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

async function planOf({ text, values }: Statement): Promise<readonly PlanNode[]> {
  const { rows } = await explainer.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(
    `explain (format json) ${text}`,
    [...values],
  )
  return rows.flatMap((row) => nodesOf(row['QUERY PLAN'][0].Plan))
}

/** Where a call would read a table, or all of a portfolio in it, to find some rows. */
async function readWhole<Asked extends Call>(
  call: Asked,
  input: CallInputOf<Asked>,
): Promise<readonly string[]> {
  const statements = await statementsOf(call, input)
  expect(statements.length).toBeGreaterThan(1)
  const plans: PlanNode[] = []
  for (const statement of statements) plans.push(...(await planOf(statement)))
  return plans
    .filter(({ 'Relation Name': table = '' }) => BIG.includes(table))
    .filter((node) => node['Node Type'] === 'Seq Scan' || isOfPortfolio(node))
    .map((node) =>
      [node['Node Type'], node['Relation Name'], node['Index Name'], node['Index Cond']].join(' '),
    )
}

/** An index of which nothing narrows the search but the portfolio. */
const isOfPortfolio = ({ 'Index Cond': condition }: PlanNode): boolean =>
  condition !== undefined && /^\(portfolio_id = [^()]+\)$/.test(condition)

const owner = () => loan.client.openId

test.each([
  ['a loan number', () => loan.loanNo],
  ['an application number', () => loan.applicationNo],
  ['an email address', () => loan.email],
  ['a phone number', () => '(302) 555-0147'],
  ['the tail of an SSN and a birth date', () => '9999 1990-05-17'],
  ['a name', () => 'Sample, J'],
  ['a transaction number', () => 'T000000118'],
  ['a trace number', () => '091000010000001'],
  ['the tail of an account', () => '2333'],
])('Find by %s reads no table whole', async (_what, typed) => {
  expect(await readWhole(findCustomersCall, { body: { typed: typed(), portfolioId: 118 } })).toEqual([])
})

test('a file and its history read no table whole', async () => {
  expect(await readWhole(showCustomerCall, { params: { file: owner() }, query: {} })).toEqual([])
  expect(await readWhole(customerHistoryCall, { params: { file: owner() }, query: {} })).toEqual([])
})

test('a queue’s first page and Take next read no table whole', async () => {
  const kind = 'returnForReview'
  expect(await readWhole(listWorkItemCall, { query: { kind } })).toEqual([])
  expect(await readWhole(takeNextWorkItemCall, { body: { kind } })).toEqual([])
  expect(await readWhole(takeNextWorkItemCall, { body: {} })).toEqual([])
})

test('a table without an index for what is asked is noticed', async () => {
  const plan = await planOf({ text: 'select * from audit_events where actor = $1', values: ['bank'] })
  expect(plan.map((node) => node['Node Type'])).toContain('Seq Scan')
})
